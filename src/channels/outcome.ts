import type { Fix } from "../core/channel-failure.ts";
import type { OutboundAnswer } from "./outbound.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/** What an attempt was, for judging its answer. */
export interface Judged {
  edit: string | null;
  plain: boolean;
  /** Whether each creator has a thread. */
  threads?: boolean;
  /** Whether all messages go to one thread. */
  inThread?: boolean;
}

/**
 * The meaning of an answer.
 * - sent: it arrived; `ref` identifies it for edits.
 * - later: a temporary failure, retried by the schedule or after `afterSeconds`. `scope` says what waits: this message
 *   alone, or what the destination limits (`Limited`). `fix` is what a person must do first, if known.
 * - reformat: its format was refused; try once as plain text.
 * - dead: this message will never be accepted.
 * - vanished: the message to edit, or the `thread` to send to, no longer exists. With `fix` the message exists, but it
 *   cannot be edited until then.
 * - moved: the destination has another address; `settings` are those that change.
 * - gone: the destination no longer exists.
 */
export type Outcome =
  | { kind: "sent"; ref: string | null; pauseSeconds: number; thread?: string }
  | { kind: "later"; afterSeconds: number | null; scope: "delivery" | Limited; reason: string; fix?: Fix }
  | { kind: "reformat"; reason: string }
  | { kind: "dead"; reason: string }
  | { kind: "vanished"; reason: string; thread?: true; fix?: Fix }
  | { kind: "moved"; settings: Record<string, string>; reason: string }
  | { kind: "gone"; reason: string };

/**
 * What a destination limits.
 * - thread: requests like this one (new messages, edits, deletions or lookups) in the same thread
 * - route: requests like this one; in a channel with threads, those of other threads too once a second one is refused
 * - oldEdits: edits of messages that are older than an hour
 * - channel: all requests
 * - egress: all requests from our address, which is blocked
 */
export type Limited = "thread" | "route" | "oldEdits" | "channel" | "egress";

type Later = Extract<Outcome, { kind: "later" }>;

export const later = (
  reason: string,
  scope: Later["scope"] = "delivery",
  afterSeconds: number | null = null,
): Later => ({
  kind: "later",
  afterSeconds,
  scope,
  reason,
});

/** The destination refuses messages until a person fixes something. The message waits. */
export const untilFixed = (fix: Fix, reason: string): Later => ({ ...later(reason), fix });

/** Its format was refused: worth one try as plain text. */
export const refusedForm = (plain: boolean, reason: string): Outcome =>
  plain ? { kind: "dead", reason } : { kind: "reformat", reason };

/** Statuses that only ask to retry later. */
const TRY_LATER = [408, 425, 429];

/** Reports whether a status refuses a message, and not just for now. */
export const refuses = (status: number): boolean => status >= 300 && status < 500 && !TRY_LATER.includes(status);

/** What a person can do about a refusal of which only the status is known. */
export function fixByStatus(status: number): Fix {
  if (status === 401 || status === 403) return "allow";
  return [400, 409, 422].includes(status) ? "refused" : "address";
}

/** Judges a refusal whose code is unknown, as the state of the destination: the message waits until it is fixed. */
export function unknownRefusal(answer: OutboundAnswer): Later {
  const outcome = passing(answer);
  const { status } = answer;
  if (status === null || status < 400 || !refuses(status)) return outcome;
  return untilFixed(fixByStatus(status), outcome.reason);
}

/** The same without a code: it may be the form, so plain text is worth a try before the message waits. */
export function unclearRefusal(answer: OutboundAnswer, plain: boolean): Outcome {
  const { status } = answer;
  if (!plain && (status === 400 || status === 422)) return { kind: "reformat", reason: `answered ${status}` };
  return unknownRefusal(answer);
}

/** Judges what all destinations have in common: no answer, and failures that the kind does not handle. */
export function passing(answer: OutboundAnswer): Later {
  const { status, error } = answer;
  if (status === null) return later(/^[a-z ]{1,60}$/i.exec(error ?? "")?.[0] ?? "no answer");
  if (status >= 300 && status < 400) return later(`answered ${status}: redirects are not followed`);
  const wait = [429, 502, 503, 504].includes(status) ? retryAfterSeconds(answer.headers) : null;
  if (status === 429) return later("asked to slow down (429)", "route", wait);
  return later(`answered ${status}`, wait === null ? "delivery" : "route", wait);
}
