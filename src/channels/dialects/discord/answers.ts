import type { Fix } from "../../../core/channel-failure.ts";
import { isObject, type JsonObject } from "../../../core/json.ts";
import type { Judged, OutboundAnswer, Outcome } from "../../kind.ts";
import { refusedForm, untilFixed } from "../../outcomes.ts";
import { retryAfterSeconds, waitSeconds } from "../../retry-after.ts";

const UNKNOWN_CHANNEL = 10003;

/** Why a message that was sent can be edited no more: unknown, somebody else's, in an archived thread. */
const PAST_EDITING = [10008, 50005, 50083];

/** What a channel wants of every message: a thread or a tag of a forum; another sort of channel; a permission. */
const NEEDED: Partial<Record<number, Fix>> = {
  220001: "thread",
  40067: "thread",
  50008: "address",
  50024: "address",
  50001: "allow",
  50013: "allow",
};

/** Discord's own number for a failure, 0 where there is none. */
export const codeOf = (body: JsonObject | null): number => (typeof body?.["code"] === "number" ? body["code"] : 0);

/** What Discord's answers mean alike to webhooks and bots; null for what each must say itself. */
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
      ? { kind: "vanished", reason: "Discord says that the post is no more (10003)", thread: true }
      : gone("the channel or thread is no more (10003)");
  if (edit !== null && PAST_EDITING.includes(code))
    return { kind: "vanished", reason: `Discord says that the message cannot be edited any more (${code})` };
  const fix = NEEDED[code];
  if (status >= 400 && status < 500 && fix !== undefined)
    return untilFixed(fix, `Discord takes no such message in this channel (${code})`);
  if (status === 400 || status === 413)
    return refusedForm(plain, `Discord refused the message's form (${code || status})`);
  return null;
}

export const gone = (words: string): Outcome => ({ kind: "gone", reason: `Discord says that ${words}` });

/** True for a page instead of JSON: it comes from the wall in front, which shuts out our address. */
export const walled = (text: string, body: JsonObject | null): boolean => body === null && /^\s*<|\b1015\b/.test(text);

/** How long a 429 asks to wait, the longer where it says it twice; null where it does not say. */
export function statedSeconds(headers: Record<string, string>, body: JsonObject | null): number | null {
  const stated = body?.["retry_after"];
  const waits = [retryAfterSeconds(headers), typeof stated === "number" ? waitSeconds(stated) : null];
  const known = waits.filter((wait) => wait !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Seconds until the next call, where this one was the last of its window. */
function pauseSeconds(headers: Record<string, string>): number {
  if (headers["x-ratelimit-remaining"]?.trim() !== "0") return 0;
  return waitSeconds(Number.parseFloat(headers["x-ratelimit-reset-after"] ?? "")) ?? 0;
}

/**
 * How a message is named for later, with its thread where it stands in one. A bot that begins a post is answered with the thread,
 * in which the message is.
 */
function standingAt(body: JsonObject | null, threads: boolean): { ref: string | null; thread?: string } {
  const first = isObject(body?.["message"]) ? body["message"] : null;
  const message = idIn((first ?? body)?.["id"]);
  const thread = threads ? idIn(first === null ? body?.["channel_id"] : body?.["id"]) : null;
  return message === null || thread === null ? { ref: message } : { ref: `${thread}:${message}`, thread };
}

const idIn = (value: unknown): string | null => (typeof value === "string" && /^\d{1,25}$/.test(value) ? value : null);
