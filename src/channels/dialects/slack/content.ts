import type { Message, Notice } from "../../../core/notice.ts";
import { lines, summary } from "../../grouping.ts";
import { safeLink } from "../../link.ts";
import { fitted, written, writtenLine, shownLine } from "../../phrases.ts";
import { toneColors } from "../../tone-colors.ts";
import { mrkdwn, plainMrkdwn } from "./mrkdwn.ts";
import { mentionText } from "./mentions.ts";
import { plainMessage } from "../../plain-message.ts";

/** A body as JSON, kept below 12,000 characters. */
export const MOST_CHARACTERS = 11_900;
const ROOMS = [8000, 5000, 2500, 1000];

/** Text in mrkdwn, in which Slack makes no links of its own. */
export const said = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
const section = (text: string) => ({ type: "section", text: said(text) });
const spaced = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");

/** A message as JSON below 12,000 characters: blocks, or text alone where blocks were refused, over what is in `base`. */
export function slackBody(message: Message, plain: boolean, base: Record<string, unknown>): string {
  for (const room of ROOMS) {
    const content = plain ? { text: plainText(message, Math.min(room, 4000)) } : blocks(message, room);
    const body = JSON.stringify({ ...base, ...content });
    if (body.length <= MOST_CHARACTERS) return body;
  }
  throw new Error("a Slack message does not fit its smallest form");
}

/** Nothing is unfolded into a preview: the message says it all. */
export const calm = { unfurl_links: false, unfurl_media: false };

function blocks({ items, mentions }: Message, room: number) {
  const who = mentionText(mentions);
  const [first, ...others] = items;
  if (first === undefined) throw new Error("a message has no items");
  if (others.length > 0) {
    const title = summary(items);
    return {
      text: spaced(who, title),
      blocks: [section(spaced(who, `*${title}*`)), ...listing(lines(items, mrkdwn, room))],
    };
  }
  const { notice } = first;
  const title = shownLine(notice.title) || "Update";
  const url = notice.url === null ? null : safeLink(notice.url);
  const short = fitted(title, 300, mrkdwn.text);
  const linked = url === null ? short : mrkdwn.link(short, url);
  return {
    text: spaced(who, short),
    blocks: [section(spaced(who, `*${linked.length > 1500 ? short : linked}*`))],
    ...attached(notice, room),
  };
}

/** Lines in as few sections as hold them: what is long inside an attachment would be folded away. */
function listing(all: string[]) {
  const texts: string[] = [];
  for (const line of all) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= 3000) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts.map(section);
}

function attached(notice: Notice, room: number) {
  const links = written(
    notice.links.slice(0, 5).flatMap(({ label, url }, index) => [index === 0 ? "" : " · ", { link: label, url }]),
    mrkdwn,
    Math.min(3000, Math.floor(room / 2)),
  );
  const footer = fitted(shownLine(notice.footer ?? ""), 300, mrkdwn.text);
  const body = written(notice.body, mrkdwn, Math.min(3000, Math.floor(room / 2)));
  const fields = notice.fields.slice(0, 10).flatMap(({ label, value }) => {
    const name = fitted(shownLine(label), 100, mrkdwn.text);
    const text = writtenLine(value, mrkdwn, Math.min(1800, Math.floor(room / 20)));
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
const plainText = (message: Message, room: number): string =>
  `${mentionText(message.mentions)} ${plainMessage(message, plainMrkdwn, room)}`.trim();
