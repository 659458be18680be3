import type { Fix } from "../../../core/channel-failure.ts";
import { isObject, type JsonObject } from "../../../core/json.ts";
import type { Judged, OutboundAnswer, Outcome } from "../../kind.ts";
import { refusedForm, untilFixed } from "../../outcomes.ts";
import { retryAfterSeconds, waitSeconds } from "../../retry-after.ts";

const UNKNOWN_CHANNEL = 10003;

/** Codes of messages that can no longer be edited: unknown, from another author, or in an archived thread. */
const PAST_EDITING = [10008, 50005, 50083];

/**
 * Codes of channels that need something first: a thread or tag in a forum, another type of channel, or a permission.
 */
const NEEDED: Partial<Record<number, Fix>> = {
  220001: "thread",
  40067: "thread",
  50008: "address",
  50024: "address",
  50001: "allow",
  50013: "allow",
};

/** Discord's error code; 0 if there is none. */
export const codeOf = (body: JsonObject | null): number => (typeof body?.["code"] === "number" ? body["code"] : 0);

/** Judges answers that mean the same for webhooks and bots; null for those that the kind must judge. */
export function discordOutcome(
  answer: OutboundAnswer,
  body: JsonObject | null,
  { edit, plain, threads = false }: Judged,
): Outcome | null {
  const status = answer.status ?? 0;
  const code = codeOf(body);
  if (status >= 200 && status < 300)
    return { kind: "sent", ...standingAt(body, threads), pauseSeconds: pauseSeconds(answer.headers) };
  if (status === 404 && code === UNKNOWN_CHANNEL)
    return threads
      ? { kind: "vanished", reason: "Discord says that the post no longer exists (10003)", thread: true }
      : gone("the channel or thread no longer exists (10003)");
  if (edit !== null && PAST_EDITING.includes(code))
    return { kind: "vanished", reason: `Discord says that the message can no longer be edited (${code})` };
  const fix = NEEDED[code];
  if (status >= 400 && status < 500 && fix !== undefined)
    return untilFixed(fix, `Discord doesn't accept this message in this channel (${code})`);
  if (status === 400 || status === 413)
    return refusedForm(plain, `Discord rejected the message format (${code || status})`);
  return null;
}

export const gone = (words: string): Outcome => ({ kind: "gone", reason: `Discord says that ${words}` });

/** Whether an answer is an HTML page instead of JSON: Discord's proxy is blocking our address. */
export const walled = (text: string, body: JsonObject | null): boolean => body === null && /^\s*<|\b1015\b/.test(text);

/** How long a 429 asks to wait, by its headers or body, whichever is longer; null if neither tells. */
export function statedSeconds(headers: Record<string, string>, body: JsonObject | null): number | null {
  const stated = body?.["retry_after"];
  const waits = [retryAfterSeconds(headers), typeof stated === "number" ? waitSeconds(stated) : null];
  const known = waits.filter((wait) => wait !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Seconds until the next call, if this was the last one of its window. */
function pauseSeconds(headers: Record<string, string>): number {
  if (headers["x-ratelimit-remaining"]?.trim() !== "0") return 0;
  return waitSeconds(Number.parseFloat(headers["x-ratelimit-reset-after"] ?? "")) ?? 0;
}

/**
 * The reference of a message, with its thread if it is in one. When a bot creates a post, Discord answers with the
 * thread, which contains the message.
 */
function standingAt(body: JsonObject | null, threads: boolean): { ref: string | null; thread?: string } {
  const first = isObject(body?.["message"]) ? body["message"] : null;
  const message = idIn((first ?? body)?.["id"]);
  const thread = threads ? idIn(first === null ? body?.["channel_id"] : body?.["id"]) : null;
  return message === null || thread === null ? { ref: message } : { ref: `${thread}:${message}`, thread };
}

const idIn = (value: unknown): string | null => (typeof value === "string" && /^\d{1,25}$/.test(value) ? value : null);
