import { isObject, type JsonObject } from "../../../core/json.ts";
import { bodyObject } from "../../body-object.ts";
import type { OutboundAnswer } from "../../outbound.ts";
import {
  type Judged,
  later,
  type Limited,
  type Outcome,
  passing,
  refusedForm,
  unclearRefusal,
  untilFixed,
} from "../../outcome.ts";
import { retryAfterSeconds, waitSeconds } from "../../retry-after.ts";
import { codeOf, fixOf, isPastEditing, rejectsBody } from "./codes.ts";

const UNKNOWN_CHANNEL = 10003;
const TOO_MANY_OLD_EDITS = 30046;

/** What webhooks and bots judge by themselves: answers about who sends, and about a blocked address. */
interface Own {
  /** The outcome of an answer about the sender; null for other answers. */
  sender(status: number, body: JsonObject | null, text: string): Outcome | null;
  /** Why a 429 of Discord's proxy has nothing to do with the channel. */
  blocked: string;
  /** True if a 429 without a time comes from the proxy. */
  alwaysStatesTime: boolean;
  /** What a limit of scope "user" applies to. */
  userLimit: Limited;
}

/** Judges Discord's answers to webhooks and bots. */
export const discordJudge =
  (own: Own) =>
  (answer: OutboundAnswer, sending: Judged): Outcome => {
    const { status, headers } = answer;
    if (status === null || status >= 500) return passing(answer);
    const body = bodyObject(answer.body);
    if (status === 429) return limitedBy(answer, body, own);
    const bySender = own.sender(status, body, answer.body);
    if (bySender !== null) return bySender;
    if (status >= 200 && status < 300)
      return { kind: "sent", ...standingAt(body, sending.threads === true), pauseSeconds: pauseSeconds(headers) };
    return refusedWith(status, body, sending) ?? unclearRefusal(answer, sending.plain);
  };

/** The outcome of a 429. */
function limitedBy({ headers, body: text }: OutboundAnswer, body: JsonObject | null, own: Own): Outcome {
  const wait = statedSeconds(headers, body);
  const code = codeOf(body);
  if (walled(text, body) || (own.alwaysStatesTime && wait === null && code === 0)) return later(own.blocked, "egress");
  if (code === TOO_MANY_OLD_EDITS)
    return later(`Discord asked to slow down with edits of old messages (${code})`, "oldEdits", wait);
  const scope = headers["x-ratelimit-scope"]?.trim();
  const isGlobal = scope === "global" || body?.["global"] === true || headers["x-ratelimit-global"]?.trim() === "true";
  return later(
    "Discord asked to slow down (429)",
    isGlobal ? "channel" : scope === "user" ? own.userLimit : "thread",
    wait,
  );
}

/** The outcome of a refusal with a code; null without one. */
function refusedWith(
  status: number,
  body: JsonObject | null,
  { edit, plain, threads = false, inThread = false }: Judged,
): Outcome | null {
  const code = codeOf(body);
  if (code === UNKNOWN_CHANNEL && threads)
    return { kind: "vanished", reason: "Discord says that the post no longer exists (10003)", thread: true };
  if (code === UNKNOWN_CHANNEL && inThread)
    return untilFixed("thread", "Discord says that the thread no longer exists (10003)");
  // The message to edit may be in an earlier channel. Only a new message tells about the current one.
  if (code === UNKNOWN_CHANNEL && edit === null) return gone("the channel no longer exists (10003)");
  if (edit !== null && isPastEditing(code))
    return {
      kind: "vanished",
      reason: `Discord says that the message can no longer be edited (${code})`,
      ...(fixOf(code) === "open" ? { fix: "open" } : {}),
    };
  if (rejectsBody(status, body)) return refusedForm(plain, `Discord rejected the message format (${code || status})`);
  return code === 0 ? null : untilFixed(fixOf(code), `Discord doesn't accept this message in this channel (${code})`);
}

export const gone = (words: string): Outcome => ({ kind: "gone", reason: `Discord says that ${words}` });

/** Whether an answer is an HTML page instead of JSON: Discord's proxy is blocking our address. */
export const walled = (text: string, body: JsonObject | null): boolean => body === null && /^\s*<|\b1015\b/.test(text);

/** How long a 429 asks to wait, by its headers or body, whichever is longer; null if neither tells. */
function statedSeconds(headers: Record<string, string>, body: JsonObject | null): number | null {
  const stated = body?.["retry_after"];
  const waits = [retryAfterSeconds(headers), typeof stated === "number" ? waitSeconds(stated) : null];
  const known = waits.filter((wait) => wait !== null);
  return known.length > 0 ? Math.max(...known) : resetSeconds(headers);
}

const resetSeconds = (headers: Record<string, string>): number | null =>
  waitSeconds(Number.parseFloat(headers["x-ratelimit-reset-after"] ?? ""));

/** Seconds until the next call, if this was the last one of its window. */
const pauseSeconds = (headers: Record<string, string>): number =>
  headers["x-ratelimit-remaining"]?.trim() === "0" ? (resetSeconds(headers) ?? 0) : 0;

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
