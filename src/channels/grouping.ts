import type { Message, MessageItem } from "../core/notice.ts";
import { type Dialect, displayedLine, fitted, writtenLine } from "./phrases.ts";
import { channelWords } from "./words/words.ts";

/** The space of a message: blocks of up to `block`, `total` in all, as measured by `size`. */
export interface Room {
  block: number;
  total: number;
  size: (text: string) => number;
}

export interface Listing {
  blocks: string[];
  /** The items that are named in them. */
  listed: MessageItem[];
}

type Listed = Pick<Message, "items" | "language">;

const LONGEST_LINE = 400;
const LONGEST_NAME = 240;

/** The text of an item, and what separates it from the previous one within a block. */
interface Piece {
  item: MessageItem;
  glue: string;
  text: string;
}

/**
 * A list of items, as detailed as possible: a line each; if that is too long, names under common headings; if that is
 * still too long, as many as fit.
 */
export function listing(message: Listed, dialect: Dialect, room: Room): Listing {
  const full = packed(lines(message, dialect), room);
  return full.listed.length === message.items.length ? full : packed(names(message, dialect), room);
}

/** The same for a message that must represent all items. Those that do not fit are counted at its end. */
export function listingOfAll(message: Listed, dialect: Dialect, room: Room): string[] {
  const { items, language } = message;
  const all = listing(message, dialect, room);
  if (all.listed.length === items.length) return all.blocks;
  const some = listing(message, dialect, { ...room, total: room.total - 20 });
  const rest = channelWords[language].left(items.length - some.listed.length);
  const last = some.blocks.at(-1);
  if (last === undefined || room.size(last) + 20 > room.block) return [...some.blocks, rest];
  return [...some.blocks.slice(0, -1), `${last}\n${rest}`];
}

// Items are rendered lazily, because those that do not fit are not needed.
function* lines({ items, language }: Listed, dialect: Dialect): Generator<Piece> {
  for (const item of items) {
    const text = `• ${writtenLine(item.notice.line, dialect, LONGEST_LINE) || channelWords[language].update}`;
    yield { item, glue: "\n", text };
  }
}

function* names({ items, language }: Listed, dialect: Dialect): Generator<Piece> {
  const { comma, colon } = channelWords[language];
  const write = (text: string, max: number) => fitted(displayedLine(text) || "–", max, dialect.text);
  const groups = Map.groupBy(items, ({ event, notice }) => notice.among?.heading ?? event.id);
  for (const group of groups.values()) {
    for (const item of group) {
      const { among, title } = item.notice;
      const name = write(among?.brief ?? title, LONGEST_NAME);
      if (among === null) yield { item, glue: "\n", text: `• ${name}` };
      else if (item !== group[0]) yield { item, glue: comma, text: name };
      else {
        const heading = dialect.strong(`${write(among.heading, LONGEST_NAME)}${colon.trimEnd()}`);
        yield { item, glue: "\n", text: `${heading} ${name}` };
      }
    }
  }
}

function packed(pieces: Iterable<Piece>, { block, total, size }: Room): Listing {
  const blocks: string[] = [];
  const notified: MessageItem[] = [];
  let [current, used, left] = ["", 0, total];
  for (const { item, glue, text } of pieces) {
    const next = size(glue) + size(text);
    if (current !== "" && used + next <= block && next <= left) {
      current += glue + text;
      used += next;
      left -= next;
    } else {
      const alone = size(text);
      if (alone > block || alone > left) break;
      if (current !== "") blocks.push(current);
      [current, used] = [text, alone];
      left -= alone;
    }
    notified.push(item);
  }
  return { blocks: current === "" ? blocks : [...blocks, current], listed: notified };
}
