import type { Message, MessageItem, Notice, Press } from "../../../core/notice.ts";
import { cut } from "../../../core/text.ts";
import { bodyObject } from "../../body-object.ts";
import { listing, listingOfAll, type Room } from "../../grouping.ts";
import { headline } from "../../headline.ts";
import type { Judged, OutboundAnswer, Outcome, Sending } from "../../kind.ts";
import { safeLink, safePicture } from "../../link.ts";
import { type Dialect, displayedLine, fitted, inert, type ReportDialect, written, writtenLine } from "../../phrases.ts";
import { namedInText, plainMessage } from "../../plain-message.ts";
import { toneColors } from "../../tone-colors.ts";
import { codeOf } from "./codes.ts";
import { mentioned } from "./mentions.ts";

/** Codes of an unknown message or thread: the message no longer exists. */
const GONE_ALREADY = [10008, 10003];

/** The message is another author's. */
const NOT_OURS = 50005;

/** Judges the answer to a deletion. `judge` is the kind's own, for other answers. */
export function removed(answer: OutboundAnswer, judge: (answer: OutboundAnswer, sending: Judged) => Outcome): Outcome {
  const status = answer.status ?? 0;
  const code = codeOf(bodyObject(answer.body));
  const isGone = status === 404 && GONE_ALREADY.includes(code);
  if ((status >= 200 && status < 300) || isGone) return { kind: "sent", ref: null, pauseSeconds: 0 };
  const outcome = judge(answer, { edit: null, plain: true });
  return code === NOT_OURS || outcome.kind === "dead"
    ? { kind: "dead", reason: `Discord didn't delete the message (${code || status})` }
    : outcome;
}

/** Limit on the characters of a message's content. */
const MAX_TEXT = 1999;

/**
 * A message for Discord: its headline as content, the rest as embeds. An edit mentions nobody and clears the parts that
 * it does not contain.
 */
export function discordContent({ message, edit, plain }: Pick<Sending<unknown>, "message" | "edit" | "plain">) {
  const mentions = mentioned(edit === null ? message.mentions : []);
  const { content, embeds, components } = plain ? plainParts(message, mentions.text) : parts(message, mentions.text);
  return {
    content,
    ...(edit === null && embeds.length === 0 ? {} : { embeds }),
    ...(edit === null && components.length === 0 ? {} : { components }),
    allowed_mentions: mentions.allowed,
  };
}

const MAX_TOTAL = 6000;

/** Space that a new message leaves free, for text that an edit may add. */
const RESERVED = 200;

const STYLES = { relative: "R", time: "t", date: "D" };

/** Escapes marks with backslashes. Headings, quotes and lists only count at the beginning of a line. */
const escaped = (text: string): string =>
  inert(text)
    .replace(/[\\*_~`|[\]<>]|:(?=[\w+-]+:)/g, "\\$&")
    .replace(/^(\s*)(#{1,3}(?=\s)|-#|[-+](?=\s))/gm, "$1\\$2")
    .replace(/^(\s*\d+)\.(?=\s)/gm, "$1\\.");

/** Discord's markdown. */
export const markdown: Dialect & ReportDialect = {
  text: escaped,
  // Discord looks for the closing bracket of a label before it looks for backslashes.
  label: (text) => escaped(text.replaceAll("[", "(").replaceAll("]", ")")),
  strong: (text) => `**${text}**`,
  link: (label, url) => `[${label}](${url})`,
  instant: (at, style) => `<t:${Math.floor(at / 1000)}:${STYLES[style]}>`,
  quiet: (text) => `*${text}*`,
  // Only the end of a code block can be escaped.
  fixed: (lines) => `\`\`\`\n${inert(lines.join("\n")).replaceAll("`", "ˋ")}\n\`\`\``,
};

/** For text without embeds, where a plain link would be expanded into a preview. */
export const plainMarkdown: Dialect = {
  ...markdown,
  strong: (text) => text,
  link: (label, url) => `${label} <${url}>`,
};

/**
 * A notice without its headline as an embed of up to 6000 characters, dropping fields before text. Empty if nothing is
 * left.
 */
export function embedsOf(notice: Notice) {
  const url = notice.url === null ? null : safeLink(notice.url);
  const title = url === null ? "" : fitted(displayedLine(notice.subject), 256, markdown.text);
  const description = written(notice.body, markdown, 4096);
  const footer = fitted(displayedLine(notice.footer ?? ""), 300, inert);
  const fields = fieldsOf(notice, MAX_TOTAL - title.length - description.length - footer.length);
  const [image, thumbnail] = [safePicture(notice.pictures?.cover), safePicture(notice.pictures?.avatar)];
  const pictures = {
    ...(image === null ? {} : { image: { url: image } }),
    ...(thumbnail === null ? {} : { thumbnail: { url: thumbnail } }),
  };
  if (
    title === "" &&
    description === "" &&
    footer === "" &&
    fields.length === 0 &&
    image === null &&
    thumbnail === null
  )
    return [];
  return [
    {
      ...(title === "" || url === null ? {} : { title, url }),
      ...(description === "" ? {} : { description }),
      color: toneColors[notice.tone],
      ...(fields.length === 0 ? {} : { fields }),
      ...(footer === "" ? {} : { footer: { text: footer } }),
      ...pictures,
    },
  ];
}

const room = (total: number): Room => ({ block: 4096, total, size: ({ length }) => length });

/** A list of notices in as few embeds as possible. */
function listEmbeds(message: Message) {
  const [first, ...rest] = message.items.map(({ notice }) => notice.tone);
  const tone = first !== undefined && rest.every((other) => other === first) ? first : "news";
  return listingOfAll(message, markdown, room(MAX_TOTAL)).map((description) => ({
    description,
    color: toneColors[tone],
  }));
}

/** The items that fit into one message. */
const namedInEmbeds = (message: Message): MessageItem[] =>
  listing(message, markdown, room(MAX_TOTAL - RESERVED)).listed;

function fieldsOf(notice: Notice, room: number) {
  const fields: { name: string; value: string; inline: boolean }[] = [];
  for (const { label, value } of notice.fields.slice(0, 25)) {
    const name = fitted(displayedLine(label) || "–", 256, markdown.text);
    const field = { name, value: writtenLine(value, markdown, 1024) || "–", inline: true };
    room -= field.name.length + field.value.length;
    if (room < 0) break;
    fields.push(field);
  }
  return fields;
}

const MAX_BUTTONS = 5;

/** Link buttons, which webhooks can send too, and buttons that ask us something. */
export function buttonsOf({ links }: Notice, presses: Press[] = []) {
  const asking = presses
    .slice(0, MAX_BUTTONS)
    .map(({ label, id }) => ({ type: 2, style: 2, label: cut(displayedLine(label) || "–", 80), custom_id: id }));
  const leading = links.slice(0, MAX_BUTTONS - asking.length).flatMap(({ label, url }) => {
    const safe = safeLink(url);
    return safe === null || safe.length > 512
      ? []
      : [{ type: 2, style: 5, label: cut(displayedLine(label) || "–", 80), url: safe }];
  });
  const buttons = [...leading, ...asking];
  return buttons.length === 0 ? [] : [{ type: 1, components: buttons }];
}

function parts(message: Message, who: string) {
  const { items } = message;
  const [first, ...rest] = items;
  if (first === undefined) throw new Error("a message has no items");
  const title = fitted(headline(message), 300, markdown.text);
  const content = who === "" ? title : `${title} ${who}`;
  if (rest.length > 0) return { content, embeds: listEmbeds(message), components: [] };
  const { push, body } = first.notice;
  const below = { ...first.notice, body: push?.body ?? body };
  return { content, embeds: embedsOf(below), components: buttonsOf(first.notice, message.presses) };
}

const plainParts = (message: Message, who: string) => ({
  content: plainMessage(message, plainMarkdown, MAX_TEXT, who),
  embeds: [],
  components: [],
});

/** The items that fit into one message. */
export function discordPart(message: Message, { plain }: Pick<Sending<unknown>, "plain">): MessageItem[] {
  if (message.items.length < 2) return message.items;
  if (!plain) return namedInEmbeds(message);
  return namedInText(message, plainMarkdown, MAX_TEXT, mentioned(message.mentions).text);
}
