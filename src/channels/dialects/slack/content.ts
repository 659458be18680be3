import type { Message, MessageItem, Notice } from "../../../core/notice.ts";
import { listing, listingOfAll, type Room } from "../../grouping.ts";
import { headline } from "../../headline.ts";
import type { Sending } from "../../kind.ts";
import { safeLink } from "../../link.ts";
import { cover, withAvatar } from "./pictures.ts";
import { fitted, shownLine, written, writtenLine, type Dialect } from "../../phrases.ts";
import { toneColors } from "../../tone-colors.ts";
import { mrkdwn, mrkdwnAt, plainMrkdwnAt } from "./mrkdwn.ts";
import { mentionText } from "./mentions.ts";
import { namedInText, plainMessage } from "../../plain-message.ts";
import { channelWords } from "../../words/words.ts";

/** A body as JSON, kept below 12,000 characters. */
export const MAX_CHARACTERS = 11_900;
const ROOMS = [10_000, 8000, 5000, 2500, 1000];

/** The most characters of a message that is text alone, beside whom it calls. */
const MAX_TEXT = 4000;

/** Text in mrkdwn, in which Slack makes no links of its own. */
export const said = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
const section = (text: string) => ({ type: "section", text: said(text) });
const spaced = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");

/** What a request says beside the message: its channel, the delivery that it is. */
const MAX_BASE = 800;

/** The blocks of a list, without what they say. */
const LIST_FRAME = 8 * JSON.stringify(section("")).length;

/** What a fresh message leaves free, for the words that an edit may bring. */
const RESERVED = 300;

/** A message as JSON below 12,000 characters: blocks, or text alone where blocks were refused, over what is in `base`; told at `at`. */
export function slackBody(
  message: Message,
  { plain, at }: Pick<Sending<unknown>, "plain" | "at">,
  base: Record<string, unknown>,
): string {
  const { items } = message;
  for (const room of items.length > 1 ? [listRoom(message), ...ROOMS] : ROOMS) {
    const content = plain ? { text: plainText(message, Math.min(room, MAX_TEXT), at) } : blocks(message, room, at);
    const body = JSON.stringify({ ...base, ...content });
    if (body.length <= MAX_CHARACTERS) return body;
  }
  throw new Error("a Slack message does not fit its smallest form");
}

/** The items that one message names; those beyond want another. */
export function slackPart(message: Message, { plain, at }: Pick<Sending<unknown>, "plain" | "at">): MessageItem[] {
  if (message.items.length < 2) return message.items;
  if (plain) return namedInText(message, plainMrkdwnAt(at, message.language), MAX_TEXT, "", jsonLength);
  return listing(message, mrkdwnAt(at, message.language), roomOf(listRoom(message) - RESERVED)).told;
}

const listRoom = (message: Message): number =>
  MAX_CHARACTERS - MAX_BASE - LIST_FRAME - JSON.stringify(headOf(message)).length;

const jsonLength = (text: string): number => JSON.stringify(text).length - 2;

/** Sections are counted as JSON, which is never shorter than what it says. */
const roomOf = (total: number): Room => ({ block: 3000, total, size: jsonLength });

/** Nothing is unfolded into a preview: the message says it all. */
export const calm = { unfurl_links: false, unfurl_media: false };

/** The headline of a message that tells many, as its text and its first block. */
function headOf(message: Message) {
  const who = mentionText(message.mentions);
  const title = fitted(headline(message), 300, mrkdwn.text);
  return { text: spaced(title, who), blocks: [section(spaced(`*${title}*`, who))] };
}

function blocks(message: Message, room: number, at: number) {
  const { items, mentions, language } = message;
  const dialect = mrkdwnAt(at, language);
  const who = mentionText(mentions);
  const [first, ...others] = items;
  if (first === undefined) throw new Error("a message has no items");
  if (others.length > 0) {
    const { text, blocks: head } = headOf(message);
    // What is long inside an attachment would be folded away.
    return { text, blocks: [...head, ...listingOfAll(message, dialect, roomOf(room)).map(section)] };
  }
  const { notice } = first;
  const title = shownLine(notice.title) || channelWords[language].update;
  const url = notice.url === null ? null : safeLink(notice.url);
  const short = fitted(title, 300, mrkdwn.text);
  const linked = url === null ? short : mrkdwn.link(short, url);
  return {
    text: spaced(fitted(headline(message), 300, mrkdwn.text), who),
    blocks: [
      withAvatar(section(spaced(`*${linked.length > 1500 ? short : linked}*`, who)), notice, language),
      ...cover(notice, language),
    ],
    ...attached(notice, room, dialect),
  };
}

function attached(notice: Notice, room: number, dialect: Dialect) {
  const links = written(
    notice.links.slice(0, 5).flatMap(({ label, url }, index) => [index === 0 ? "" : " · ", { link: label, url }]),
    dialect,
    Math.min(3000, Math.floor(room / 2)),
  );
  const footer = fitted(shownLine(notice.footer ?? ""), 300, mrkdwn.text);
  const body = written(notice.body, dialect, Math.min(3000, Math.floor(room / 2)));
  const fields = notice.fields.slice(0, 10).flatMap(({ label, value }) => {
    const name = fitted(shownLine(label), 100, mrkdwn.text);
    const text = writtenLine(value, dialect, Math.min(1800, Math.floor(room / 20)));
    return name === "" && text === "" ? [] : [said(`${name === "" ? "" : `*${name}*\n`}${text || "–"}`)];
  });
  const inside = [
    ...(body === "" ? [] : [section(body)]),
    ...(fields.length === 0 ? [] : [{ type: "section", fields }]),
    ...(links === "" ? [] : [section(links)]),
    ...(footer === "" ? [] : [{ type: "context", elements: [said(footer)] }]),
  ];
  const color = `#${toneColors[notice.tone].toString(16).padStart(6, "0")}`;
  return inside.length === 0 ? {} : { attachments: [{ color, blocks: inside }] };
}

/** The message as Slack text, within `room` characters and its mentions. */
function plainText(message: Message, room: number, at: number): string {
  const who = mentionText(message.mentions);
  return plainMessage(message, plainMrkdwnAt(at, message.language), room + who.length, who);
}
