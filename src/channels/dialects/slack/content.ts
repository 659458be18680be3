import type { Language } from "../../../core/language.ts";
import {
  MAX_PINGED,
  type Mention,
  type Message,
  type MessageItem,
  type Notice,
  type Press,
} from "../../../core/notice.ts";
import { cut } from "../../../core/text.ts";
import { listing, listingOfAll, type Room } from "../../grouping.ts";
import { headline } from "../../headline.ts";
import type { Sending } from "../../kind.ts";
import { safeLink, safePicture } from "../../link.ts";
import { type Dialect, displayedLine, fitted, inert, written, writtenLine } from "../../phrases.ts";
import { toneColors } from "../../tone-colors.ts";
import { mrkdwn, mrkdwnAt, plainMrkdwnAt } from "./mrkdwn.ts";
import { namedInText, plainMessage } from "../../plain-message.ts";
import { channelWords } from "../../words/words.ts";

function pinged(mention: Mention): string[] {
  if (mention.kind === "here") return ["<!here>"];
  if (mention.kind === "everyone") return ["<!channel>"];
  if (mention.kind === "user") return /^[UW][A-Z0-9]{1,30}$/.test(mention.id) ? [`<@${mention.id}>`] : [];
  if (mention.kind === "subteam") return /^S[A-Z0-9]{1,30}$/.test(mention.id) ? [`<!subteam^${mention.id}>`] : [];
  return [];
}

/** Mentions as text without duplicates, up to the limit of one message. Slack has no roles. */
const mentionText = (mentions: Mention[]): string =>
  [...new Set(mentions.flatMap(pinged))].slice(0, MAX_PINGED).join(" ");

/** Slack accepts one message a second per channel. */
export const PAUSE_SECONDS = 1;

/** Limit on a body as JSON, just below Slack's 12,000 characters. */
export const MAX_CHARACTERS = 11_900;
const ROOMS = [10_000, 8000, 5000, 2500, 1000];

/** Limit on the characters of a text-only message, besides its mentions. As JSON it may be twice as long. */
const MAX_TEXT = 4000;

/** Text in mrkdwn without automatic links. */
export const reported = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
const section = (text: string) => ({ type: "section", text: reported(text) });
const spaced = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");

/** Upper bound of the rest of a request: its channel and delivery. */
const MAX_BASE = 800;

/** Upper bound of the blocks of a list without their text. */
const LIST_FRAME = 8 * JSON.stringify(section("")).length;

/** Space that a new message leaves free, for text that an edit may add. */
const RESERVED = 300;

/**
 * A message as JSON below 12,000 characters, added to `base`. It has blocks, or only text if Slack refused blocks. `at`
 * is the time of sending.
 */
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

/** The items that fit into one message. */
export function slackPart(message: Message, { plain, at }: Pick<Sending<unknown>, "plain" | "at">): MessageItem[] {
  if (message.items.length < 2) return message.items;
  if (plain) return namedInText(message, plainMrkdwnAt(at, message.language), MAX_TEXT, "");
  return listing(message, mrkdwnAt(at, message.language), roomOf(listRoom(message) - RESERVED)).listed;
}

const listRoom = (message: Message): number =>
  MAX_CHARACTERS - MAX_BASE - LIST_FRAME - JSON.stringify(headOf(message)).length;

const jsonLength = (text: string): number => JSON.stringify(text).length - 2;

/** Measures sections as JSON, which is never shorter than their text. */
const roomOf = (total: number): Room => ({ block: 3000, total, size: jsonLength });

/** Turns off previews of links, because the message is complete. */
export const calm = { unfurl_links: false, unfurl_media: false };

/** The headline of a list, as text and as first block. */
function headOf(message: Message) {
  const who = mentionText(message.mentions);
  const title = fitted(headline(message), 300, mrkdwn.text);
  return { text: spaced(title, who), blocks: [section(spaced(`*${title}*`, who))] };
}

/** Picture formats that Slack shows. It refuses a whole message for WebP, so other pictures are left out. */
const DISPLAYED = /\.(png|jpe?g|gif)$/i;

/** Plain text without the brackets of mentions. */
const unmeaning = (text: string): string => inert(displayedLine(text).replace(/[<>]/g, ""));

/** A picture with alt text; null if Slack would not show it. */
function imageOf(address: string | null | undefined, what: string) {
  const url = safePicture(address);
  if (url === null || !DISPLAYED.test(new URL(url).pathname)) return null;
  return { type: "image", image_url: url, alt_text: cut(unmeaning(what), 300) };
}

/** A headline's block, with the avatar of its subject beside it. */
function withAvatar<Block extends object>(block: Block, { pictures, subject }: Notice, language: Language) {
  const accessory = imageOf(pictures?.avatar, channelWords[language].pictureOf(subject));
  return accessory === null ? block : { ...block, accessory };
}

/** The block of a notice's large picture; empty without one. */
function cover({ pictures, subject }: Notice, language: Language) {
  const image = imageOf(pictures?.cover, channelWords[language].coverOf(subject));
  return image === null ? [] : [image];
}

function blocks(message: Message, room: number, at: number) {
  const { items, mentions, language } = message;
  const dialect = mrkdwnAt(at, language);
  const who = mentionText(mentions);
  const [first, ...rest] = items;
  if (first === undefined) throw new Error("a message has no items");
  if (rest.length > 0) {
    const { text, blocks: head } = headOf(message);
    // Slack would collapse a long attachment.
    return { text, blocks: [...head, ...listingOfAll(message, dialect, roomOf(room)).map(section)] };
  }
  const { notice } = first;
  const title = displayedLine(notice.title) || channelWords[language].update;
  const url = notice.url === null ? null : safeLink(notice.url);
  const short = fitted(title, 300, mrkdwn.text);
  const linked = url === null ? short : mrkdwn.link(short, url);
  return {
    text: spaced(fitted(headline(message), 300, mrkdwn.text), who),
    blocks: [
      withAvatar(section(spaced(`*${linked.length > 1500 ? short : linked}*`, who)), notice, language),
      ...cover(notice, language),
    ],
    ...attached(notice, room, dialect, message.presses),
  };
}

/** Buttons that ask us something. */
const actions = (presses: Press[]) =>
  presses.length === 0
    ? []
    : [
        {
          type: "actions",
          elements: presses.slice(0, 5).map(({ label, id }) => ({
            type: "button",
            text: { type: "plain_text", text: cut(unmeaning(label) || "–", 75) },
            action_id: id.split(":")[0]!,
            value: id,
          })),
        },
      ];

function attached(notice: Notice, room: number, dialect: Dialect, presses: Press[] = []) {
  const links = written(
    notice.links.slice(0, 5).flatMap(({ label, url }, index) => [index === 0 ? "" : " · ", { link: label, url }]),
    dialect,
    Math.min(3000, Math.floor(room / 2)),
  );
  const footer = fitted(displayedLine(notice.footer ?? ""), 300, mrkdwn.text);
  const body = written(notice.body, dialect, Math.min(3000, Math.floor(room / 2)));
  const fields = notice.fields.slice(0, 10).flatMap(({ label, value }) => {
    const name = fitted(displayedLine(label), 100, mrkdwn.text);
    const text = writtenLine(value, dialect, Math.min(1800, Math.floor(room / 20)));
    return name === "" && text === "" ? [] : [reported(`${name === "" ? "" : `*${name}*\n`}${text || "–"}`)];
  });
  const inside = [
    ...(body === "" ? [] : [section(body)]),
    ...(fields.length === 0 ? [] : [{ type: "section", fields }]),
    ...(links === "" ? [] : [section(links)]),
    ...(footer === "" ? [] : [{ type: "context", elements: [reported(footer)] }]),
    ...actions(presses),
  ];
  const color = `#${toneColors[notice.tone].toString(16).padStart(6, "0")}`;
  return inside.length === 0 ? {} : { attachments: [{ color, blocks: inside }] };
}

/** A message as text, within `room` characters plus its mentions. */
function plainText(message: Message, room: number, at: number): string {
  const who = mentionText(message.mentions);
  return plainMessage(message, plainMrkdwnAt(at, message.language), room + who.length, who);
}
