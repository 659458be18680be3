import type { Fix } from "../core/channel-failure.ts";

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
