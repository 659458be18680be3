import * as z from "zod";
import type { Message, MessageItem, Tone } from "../../core/notice.ts";
import type { Addresses } from "../../core/public-url.ts";
import { bodyObject } from "../body-object.ts";
import { listingOfAll } from "../grouping.ts";
import { headline } from "../headline.ts";
import type { ChannelKind, OutboundAnswer, OutboundRequest, Outcome, Sending } from "../kind.ts";
import { safeLink, safePicture } from "../link.ts";
import { type Dialect, fitted, inert, styleAt, utc } from "../phrases.ts";
import { namedInText, plainMessage } from "../plain-message.ts";
import { strong } from "../preview/marks.ts";
import { type Part, type Preview, textIn } from "../preview/preview.ts";
import { plainReport } from "../reports/plain.ts";
import { bytesOf } from "../shortened.ts";
import { maskedUrl, tokenSetting, urlSetting } from "../url-setting.ts";
import { jsonHeaders } from "../outbound.ts";
import { later, passing, refusedForm, unclearRefusal, unknownRefusal, untilFixed } from "../outcome.ts";

const SERVER = "https://ntfy.sh";

/** In ntfy's order, from 1. */
const PRIORITIES = ["min", "low", "default", "high", "max"] as const;

/** Settings of ntfy. Anyone who knows a topic of a public server can read it, so it is as secret as a password. */
interface NtfySettings {
  topic: string;
  url?: string | undefined;
  token?: string | undefined;
  priority?: (typeof PRIORITIES)[number] | undefined;
}

const ntfySettings = (addresses: Addresses): z.ZodType<NtfySettings> =>
  z.strictObject({
    topic: z
      .string()
      .regex(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -")
      .describe("The topic. On a public server, anyone who knows it can read the messages. Write-only."),
    url: urlSetting(addresses, { refusal: () => null })
      .optional()
      .describe("The server. Default: https://ntfy.sh."),
    token: tokenSetting().optional().describe("An access token (`tk_…`), if the topic requires one. Write-only."),
    priority: z.enum(PRIORITIES).optional().describe("The priority of messages. Default: `default`."),
  });

/** The request that publishes a message as JSON at the root of the server. */
function published({ url = SERVER, topic, token, priority }: NtfySettings, content: object): OutboundRequest {
  const loudness = priority === undefined ? {} : { priority: PRIORITIES.indexOf(priority) + 1 };
  return {
    method: "POST",
    url: `${url.replace(/\/+$/, "")}/`,
    headers: { ...jsonHeaders, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ topic, ...content, ...loudness }),
  };
}

/** How ntfy shows a message. */
const ntfyPreview: Preview = {
  chat: "ntfy",
  theme: "light",
  push: (body) => [textIn(body, "title") || textIn(body, "message")],
  marksCalls: false,
  parts(body) {
    const [title, message, picture] = [textIn(body, "title"), textIn(body, "message"), textIn(body, "attach")];
    const parts: (Part | false)[] = [
      title !== "" && { is: "words", marks: [strong([title])] },
      { is: "words", marks: [message] },
      picture !== "" && { is: "picture", address: picture },
    ];
    return parts.filter((part) => part !== false);
  },
};

/** ntfy's codes for a topic that it does not take: missing, invalid, or reserved. */
const NO_TOPIC = [40009, 40010, 40401];

/** Codes that reject the body: priority, encoding, attachment, JSON, actions, icon, size. */
const BODY = [40007, 40011, 40013, 40014, 40017, 40018, 40021, 40024, 41301, 41303];

/** Judges ntfy's answer by its status, and by the message id if it was accepted. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const body = bodyObject(answer.body);
  if (status >= 200 && status < 300)
    return typeof body?.["id"] === "string"
      ? { kind: "sent", ref: null, pauseSeconds: 0 }
      : later("the server's answer has no message: check that it is an ntfy server");
  if (status === 401) return untilFixed("token", "ntfy doesn't accept this access token (401)");
  if (status === 403) return untilFixed("allow", "ntfy doesn't allow posting to this topic (403)");
  const code = Number(body?.["code"]);
  if (NO_TOPIC.includes(code))
    return untilFixed("address", `ntfy says that the topic doesn't exist or isn't allowed (${status})`);
  if (status === 413 || BODY.includes(code)) return refusedForm(plain, `ntfy rejected the message format (${status})`);
  return Number.isNaN(code) ? unclearRefusal(answer, plain) : unknownRefusal(answer);
}

/** Limit on the bytes of a message. A longer one would arrive as a file. */
const MAX_BYTES = 4096;

/** Characters, of one to three bytes each. */
const ROOMS = [4000, 2600, 1300];

/** Short codes of the emoji that ntfy shows before a title. */
const TAGS: Record<Tone, string> = {
  live: "red_circle",
  over: "black_circle",
  up: "chart_with_upwards_trend",
  down: "chart_with_downwards_trend",
  news: "mega",
  warning: "warning",
};

/** Plain text. URLs follow their labels. */
const dialectAt = (now: number): Dialect => ({
  text: inert,
  label: inert,
  strong: (text) => text,
  link: (label, url) => `${label} ${url}`,
  instant: (at, style) => utc(at, styleAt(now, at, style)),
});

interface Titled {
  title?: string;
  message: string;
}

/** Splits off the first line as title. A text of one line is the message, which must not be empty. */
function titled(text: string): Titled {
  const [title = "", ...lines] = text.split("\n");
  const message = lines.join("\n").trim();
  return message === "" ? { message: title } : { title, message };
}

/** The longest of these texts whose message is short enough. */
function shortEnough(textWithin: (room: number) => string): Titled {
  for (const room of ROOMS) {
    const content = titled(textWithin(room));
    if (bytesOf(content.message) <= MAX_BYTES) return content;
  }
  throw new Error("an ntfy message does not fit its smallest form");
}

/** The content of a message for ntfy. */
function ntfyContent({ message, plain, at }: Pick<Sending<unknown>, "message" | "plain" | "at">): object {
  const { items } = message;
  const [first, ...rest] = items;
  if (first === undefined) throw new Error("a message has no items");
  const { notice } = first;
  const tags = plain ? {} : { tags: [TAGS[notice.tone]] };
  if (rest.length > 0) return { ...titled(listText(message, at)), ...tags };
  const click = notice.url === null ? null : safeLink(notice.url);
  const attach = safePicture(notice.pictures?.cover);
  return {
    ...shortEnough((room) => plainMessage(message, dialectAt(at), room)),
    ...tags,
    ...(plain || click === null ? {} : { click }),
    ...(plain || attach === null ? {} : { attach }),
  };
}

function listText(message: Message, at: number): string {
  const dialect = dialectAt(at);
  const title = fitted(headline(message), 300, dialect.text);
  const left = ROOMS[0]! - title.length - 1;
  return [title, ...listingOfAll(message, dialect, { block: left, total: left, size: bytesOf })].join("\n");
}

/** The items that fit into one message. */
const ntfyPart = (message: Message, { at }: Pick<Sending<unknown>, "at">): MessageItem[] =>
  message.items.length < 2 ? message.items : namedInText(message, dialectAt(at), ROOMS[0]!, "", bytesOf);

/** ntfy: notifications on phones and desktops, through ntfy.sh or a self-hosted server. */
export const ntfy: ChannelKind<NtfySettings> = {
  kind: "ntfy",
  title: "ntfy",
  page: {
    about: "Push messages on a phone",
    where: "In the ntfy app: subscribe to a topic with a name that nobody can guess, and enter the same name here",
    labels: { topic: "Topic", url: "Server", token: "Access token", priority: "Priority" },
    fields: {
      topic: { hint: "Anyone who knows the topic can read the messages, so choose a long name. Never shown again." },
      url: { hint: "Leave it empty for ntfy.sh." },
      token: { hint: "Only for topics that need one. Starts with tk_. Never shown again." },
      priority: { hint: "How urgently phones show it." },
    },
  },
  example: {
    settings: { topic: "live-ZaQ1", token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2", priority: "high" },
    secrets: ["tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2", "AgQdq7mVBoFD37zQVN29RhuMzNIz2"],
    took: { status: 200, body: '{"id":"sPs71M8A2T","time":1767614400,"event":"message"}' },
  },
  secret: /\btk_\w{20,}/,
  preview: ntfyPreview,
  settings: ntfySettings,
  destination: ({ url = SERVER, topic }) => JSON.stringify([url, topic]),
  // Whoever knows a topic reads it.
  shared: { names: ["token", "topic"], holder: ({ url = SERVER }) => new URL(url).origin },
  mask: ({ url, token, priority }) => ({
    topic: "…",
    ...(url === undefined ? {} : { url: maskedUrl(url) }),
    ...(token === undefined ? {} : { token: "tk_…" }),
    ...(priority === undefined ? {} : { priority }),
  }),
  groups: true,
  part: ntfyPart,
  pictures: "none",
  render: (sending) => published(sending.settings, ntfyContent(sending)),
  report: ({ settings, report, at }) =>
    published(
      settings,
      shortEnough((room) => plainReport(report, dialectAt(at), room)),
    ),
  judge,
};
