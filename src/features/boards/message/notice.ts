import type { BoardContent } from "../../../core/delivery.ts";
import type { Event } from "../../../core/event.ts";
import type { InEach, Language } from "../../../core/language.ts";
import type { Message, Notice, Phrase } from "../../../core/notice.ts";
import { type BoardWords, en } from "./words/en.ts";
import { inEach } from "../../../languages/in-each.ts";

/** The words of a board in each language. */
export const boardWords: InEach<BoardWords> = inEach("board", en);

/** What the message of a board is rendered from. */
export interface DisplayedBoard {
  name: string;
  channelId: string;
  content: BoardContent | null;
  /** The tick of the last update, epoch ms. */
  shownAt: number;
}

/**
 * The message of a board at `at` (epoch ms). For null, a deleted board, it says that it is no longer updated. It pings
 * nobody.
 */
export function boardMessage(
  board: DisplayedBoard | null,
  deliveryId: string,
  at: number,
  language: Language,
): Message {
  const notice = board?.content == null ? overOf(language) : boardNotice(board, board.content, language);
  return { language, items: [{ event: displayedEvent(deliveryId, at), notice }], mentions: [] };
}

/**
 * The first message of a board. It says nothing that could become outdated, as a message whose response is lost stays for
 * ever, beside a newer one.
 */
export function placeholderMessage(
  { name }: DisplayedBoard,
  deliveryId: string,
  at: number,
  language: Language,
): Message {
  const { placeholder } = boardWords[language];
  const notice: Notice = { ...BARE, tone: "over", title: name, body: [placeholder] };
  return { language, items: [{ event: displayedEvent(deliveryId, at), notice }], mentions: [] };
}

/** Says who is live. Only the creators in `named` are listed; by default all of the content. */
export function boardNotice(
  { name, shownAt }: Pick<DisplayedBoard, "name" | "shownAt">,
  content: BoardContent,
  language: Language,
  named = content.onAir,
): Notice {
  const words = boardWords[language];
  const { onAir, more, atLeast, blindSince } = content;
  const unsure = onAir.filter(({ unknownSince }) => unknownSince !== undefined).length;
  const unknown = Math.max(content.unknown ?? 0, unsure);
  const count = onAir.length + more - unsure;
  const state = stateOf(content, { count, unknown }, words);
  const rest = more === 0 ? [] : ["\n", atLeast ? words.moreThan(more) : words.more(more)];
  const body: Phrase[] = [
    ...(blindSince === null ? [] : [...words.blindSince(clock(blindSince)), "\n"]),
    ...named.flatMap((one, place): Phrase[] => [
      ...(place === 0 ? [] : ["\n"]),
      one.url === null ? { strong: one.name } : { link: one.name, url: one.url },
      " · ",
      ...(one.unknownSince === undefined
        ? words[one.startUnseen ? "sinceAtLeast" : "since"](clock(one.startedAt))
        : words.unknownSince(clock(one.unknownSince))),
      ...(one.title === null ? [] : [` · ${one.title.replaceAll(/\s+/g, " ")}`]),
    ]),
    ...rest,
    ...(onAir.length === 0 && blindSince === null ? [] : ["\n"]),
    ...words.checked({ at: shownAt, style: "relative" }),
  ];
  const tone = blindSince !== null ? "warning" : count === 0 ? "over" : "live";
  return { ...BARE, tone, title: `${name} · ${state}`, body };
}

/** The number of creators who are live and of those who are unknown. It says "no one" only if all are known. */
function stateOf(
  { atLeast, blindSince, unchecked = false }: BoardContent,
  { count, unknown }: { count: number; unknown: number },
  words: BoardWords,
): string {
  if (blindSince !== null) return words.blind;
  const live =
    count > 0
      ? words.onAir(`${count}${atLeast ? "+" : ""}`)
      : unknown > 0 || unchecked
        ? words.nobodyKnown
        : words.nobody;
  return unknown > 0 ? `${live} · ${words.unknown(unknown)}` : live;
}

const clock = (at: number): Phrase => ({ at, style: "time" });

const BARE = {
  url: null,
  subject: "",
  fields: [],
  line: [],
  among: null,
  links: [],
  footer: null,
} satisfies Partial<Notice>;

const overOf = (language: Language): Notice => ({ ...BARE, tone: "over", title: boardWords[language].over, body: [] });

/** The event of a message that is about none. This satisfies the contract of messages. */
export const displayedEvent = (deliveryId: string, at: number): Event => ({
  id: deliveryId,
  type: "board.shown",
  targetId: null,
  watchlistId: null,
  target: null,
  occurredAt: at,
  detectedAt: at,
  window: { from: at, to: at },
  data: {},
  follows: null,
});
