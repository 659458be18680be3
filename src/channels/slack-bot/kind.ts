import * as z from "zod";
import { isObject } from "../../core/json.ts";
import { pattern } from "../../core/lazy.ts";
import { slackPreview } from "../dialects/slack/preview.ts";
import { slackReport } from "../dialects/slack/report.ts";
import type {
  ApiBases,
  ChannelKind,
  Choice,
  Listed,
  OutboundAnswer,
  OutboundRequest,
  Outcome,
  Question,
  Removal,
  Reporting,
  Sending,
} from "../kind.ts";
import { calm, PAUSE_SECONDS, slackBody, slackPart } from "../dialects/slack/content.ts";
import { bodyObject } from "../body-object.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { tokenSetting } from "../url-setting.ts";
import { meaningOf } from "./codes.ts";
import { slackCall } from "./api.ts";
import { later, passing, refusedForm, unclearRefusal, untilFixed } from "../outcome.ts";

/** Limit on the messages that are searched. A lost one is among the latest, and more would exceed the read limit. */
const MAX_LOOKED_AT = 15;

const EVENT_TYPE = "tallylight_delivery";

/** Invisible metadata of a message: its delivery. */
const marked = (deliveryId: string) => ({
  metadata: { event_type: EVENT_TYPE, event_payload: { delivery: deliveryId } },
});

/** Whether metadata belongs to this delivery's message. */
function marks(metadata: unknown, deliveryId: string): boolean {
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as ReturnType<typeof marked>["metadata"];
  return type === EVENT_TYPE && payload?.delivery === deliveryId;
}

/**
 * The reference of a bot's message: `channel:ts`, with an empty channel if the answer has none. `chat.update` needs the
 * channel's id, which only the answer has if settings contain its name.
 */
export function messageRef(channel: unknown, ts: unknown): string | null {
  if (typeof ts !== "string" || !/^\d{1,16}\.\d{1,9}$/.test(ts)) return null;
  return `${typeof channel === "string" && /^[A-Z0-9]{1,40}$/.test(channel) ? channel : ""}:${ts}`;
}

/** The channel and timestamp of a reference. `home` is used if it has no channel. */
function addressed(ref: string, home: string): { channel: string; ts: string } {
  const [channel, ts] = ref.split(":");
  return { channel: channel || home, ts: ts ?? "" };
}

const channelName = pattern(String.raw`^#?[\p{L}\p{M}\p{N}._-]{1,80}$`, "u");

/** `channel` is an id, or the name of a public channel. */
interface SlackBotSettings {
  token: string;
  channel: string;
}

const slackBotSettings = (): z.ZodType<SlackBotSettings> =>
  z.strictObject({
    token: tokenSetting().describe("The bot's token (`xoxb-…`). Write-only."),
    channel: z
      .string()
      .regex(channelName(), "must be a channel's id (C…) or its name, without spaces")
      .describe("The channel's ID (`C…`), or the name of a public channel."),
  });

/**
 * The request for `chat.postMessage`, or `chat.update` for an edit. An edit mentions nobody and clears the parts that
 * it does not contain.
 */
function render(sending: Sending<SlackBotSettings>): OutboundRequest {
  const { settings, deliveryId, message, edit, bases } = sending;
  const { token, channel } = settings;
  if (edit === null) {
    const base = { channel, ...calm, ...marked(deliveryId) };
    return slackCall("chat.postMessage", token, bases, slackBody(message, sending, base));
  }
  const base = { ...addressed(edit, channel), blocks: [], attachments: [] };
  return slackCall("chat.update", token, bases, slackBody({ ...message, mentions: [] }, sending, base));
}

/** The request for a digest. */
function report({ settings, deliveryId, report: digest, plain, bases }: Reporting<SlackBotSettings>): OutboundRequest {
  const body = slackReport(digest, plain, { channel: settings.channel, ...calm, ...marked(deliveryId) });
  return slackCall("chat.postMessage", settings.token, bases, body);
}

/**
 * Looks for a message among the latest of its channel. That needs a read scope, such as `channels:history`, and the
 * channel's id. Without them Slack refuses, and it stays unknown whether the message arrived.
 */
const recall: Question<SlackBotSettings> = {
  request({ settings: { token, channel }, bases }) {
    const requested = new URLSearchParams({ channel, include_all_metadata: "true", limit: String(MAX_LOOKED_AT) });
    return slackCall("conversations.history", token, bases, requested);
  },

  found(answer, deliveryId) {
    const { status, headers } = answer;
    if (status === null || status >= 500 || status === 429) return passing(answer);
    const body = bodyObject(answer.body);
    if (body?.["ok"] !== true) {
      const error = body?.["error"];
      if (typeof error !== "string" || meaningOf(error, false) !== "slow") return { ref: null };
      return later("Slack asked to slow down (ratelimited)", "route", retryAfterSeconds(headers));
    }
    const messages: unknown[] = Array.isArray(body["messages"]) ? body["messages"] : [];
    const ours = messages.find((one) => marks((one as { metadata?: unknown } | null)?.metadata, deliveryId));
    return { ref: ours === undefined ? null : messageRef(body["channel"], (ours as { ts?: unknown }).ts) };
  },
};

/** Also returned if someone else has deleted the message, or its channel. */
const GONE_ALREADY = ["message_not_found", "channel_not_found"];

/** The message is another author's, or too old. */
const NOT_DELETED = ["cant_delete_message", "compliance_exports_prevent_deletion"];

/** Judges Slack's answer to a bot. Success is `ok: true`; failures have a code, mostly with status 200. */
export function judge(answer: OutboundAnswer, { edit, plain }: { edit: string | null; plain: boolean }): Outcome {
  const { status, headers } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const body = bodyObject(answer.body);
  if (status === 200 && body?.["ok"] === true)
    return { kind: "sent", ref: messageRef(body["channel"], body["ts"]), pauseSeconds: PAUSE_SECONDS };
  const error = body?.["error"];
  const code = typeof error === "string" && /^[a-z_]{1,50}$/.test(error) ? error : "";
  const meaning = meaningOf(code, edit !== null);
  if (meaning === "gone") return { kind: "gone", reason: `Slack says that the bot can no longer post (${code})` };
  if (meaning === "vanished")
    return { kind: "vanished", reason: `Slack says that the message can no longer be edited (${code})` };
  if (meaning === "waits") return untilFixed("allow", `Slack doesn't allow the bot to post (${code})`);
  if (meaning === "slow") return later(`Slack asked to slow down (${code})`, "route", retryAfterSeconds(headers));
  if (meaning === "form") return refusedForm(plain, `Slack rejected the message format (${code})`);
  if (status === 413) return refusedForm(plain, "Slack rejected the message format (413)");
  if (meaning === "passing" || code === "")
    return status < 300
      ? later(`Slack's answer was not ok${code === "" ? "" : ` (${code})`}`)
      : unclearRefusal(answer, plain);
  return untilFixed("refused", `Slack doesn't accept the message (${code})`);
}

/** Deletes a message with `chat.delete`. */
const removal: Removal<SlackBotSettings> = {
  request: ({ settings: { token, channel }, ref, bases }) =>
    slackCall("chat.delete", token, bases, JSON.stringify(addressed(ref, channel))),
  judge(answer: OutboundAnswer): Outcome {
    const error = answer.status === 200 ? bodyObject(answer.body)?.["error"] : null;
    if (typeof error === "string" && GONE_ALREADY.includes(error)) return { kind: "sent", ref: null, pauseSeconds: 0 };
    if (typeof error === "string" && NOT_DELETED.includes(error))
      return { kind: "dead", reason: `Slack doesn't delete the message (${error})` };
    return judge(answer, { edit: null, plain: true });
  },
};

const MAX_PAGES = 5;
const A_PAGE = 200;
const MAX_BYTES = 1_000_000;

/** The channels that a bot is a member of, without archived ones: `conversations.list`, page by page. */
function* slackChannels(token: string, bases: ApiBases): Generator<OutboundRequest, Listed, OutboundAnswer> {
  const choices: Choice[] = [];
  let cursor = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const requested = new URLSearchParams({
      types: "public_channel,private_channel",
      exclude_archived: "true",
      limit: String(A_PAGE),
      ...(cursor === "" ? {} : { cursor }),
    });
    const request = slackCall("conversations.list", token, bases, requested);
    const answer = yield { ...request, mostBytes: MAX_BYTES };
    const body = bodyObject(answer.body);
    if (answer.status !== 200 || body?.["ok"] !== true) return { refused: refusalOf(answer, body?.["error"]) };
    const channels = Array.isArray(body["channels"]) ? body["channels"].filter(isObject) : [];
    for (const { id, name, is_member: member } of channels)
      if (typeof id === "string" && typeof name === "string" && member === true) choices.push({ id, name: `#${name}` });
    const next = isObject(body["response_metadata"]) ? body["response_metadata"]["next_cursor"] : "";
    cursor = typeof next === "string" ? next : "";
    if (cursor === "") break;
  }
  return { choices, more: cursor !== "" };
}

const WORDS: Record<string, string> = {
  missing_scope: "The bot isn't allowed to list channels: add the scopes channels:read and groups:read",
  invalid_auth: "Slack doesn't recognize this token",
  not_authed: "Slack doesn't recognize this token",
  token_revoked: "Slack says that the token was revoked",
  account_inactive: "Slack says that the bot was removed",
};

function refusalOf(answer: OutboundAnswer, error: unknown): string {
  if (answer.status !== 200) return `Slack did not list the channels: ${passing(answer).reason}`;
  const code = typeof error === "string" && /^[a-z_]{1,50}$/.test(error) ? error : "no reason given";
  return WORDS[code] ?? `Slack did not list the channels (${code})`;
}

/** A Slack bot. Unlike an incoming webhook, it can edit its messages. */
export const slackBot: ChannelKind<SlackBotSettings> = {
  kind: "slack-bot",
  title: "Slack bot",
  page: {
    about: "Many channels, and commands",
    where: "api.slack.com/apps > your app > OAuth & Permissions > Bot User OAuth Token",
    labels: { token: "Bot token", channel: "Channel" },
    fields: {
      token: { hint: "Starts with xoxb-. Never shown again." },
      channel: { hint: "Press “Choose a channel”, or enter the name of a public channel." },
    },
  },
  listing: { chooses: "channel", by: "token", list: slackChannels },
  example: {
    settings: { token: "xoxb-1111-2222-ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", channel: "C012AB" },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "1111", "2222"],
    took: { status: 200, body: '{"ok":true,"channel":"C012AB","ts":"1.2"}' },
    ref: "C012AB:1767614400.000100",
  },
  base: {
    variable: "SLACK_API_BASE_URL",
    address: "https://slack.com/api",
    description: "Base URL of the Slack API for bots.",
    demo: "{simulator}/inbox/slack-api",
  },
  secret: /xox[a-z]-[\w-]+/,
  preview: slackPreview,
  settings: slackBotSettings,
  // Channels of different workspaces can have the same id.
  destination: ({ token, channel }) => JSON.stringify([token, channel]),
  mask: ({ token, channel }) => ({ token: `${/^xox[a-z]-/.exec(token)?.[0] ?? ""}…`, channel }),
  editing: {
    // Slack redirects to the workspace, which references do not name.
    messageUrl(ref) {
      const { channel } = addressed(ref, "");
      return channel === "" ? null : `https://slack.com/app_redirect?channel=${encodeURIComponent(channel)}`;
    },
    removal,
  },
  groups: true,
  part: slackPart,
  pictures: "url",
  render,
  report,
  judge,
  recall,
};
