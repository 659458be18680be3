import { spokenDuration } from "../core/duration.ts";
import { instantIn } from "../core/event-data.ts";
import type { Event } from "../core/event.ts";
import type { Fault } from "../core/fault.ts";
import type { Reason } from "../core/pulse.ts";
import { said } from "./operator-notice.ts";

interface TroubleWords {
  /** What is wrong. */
  title: string;
  /** What to do next, where the event's own detail does not say it. */
  next?: string;
  /** That it is over. */
  over: string;
}

const troubles: Record<Reason, TroubleWords> = {
  tick_ahead: { title: "The last tick is ahead of the clock", over: "The clock has caught up with the ticks" },
  no_ticks: { title: "Ticks were missing", over: "Ticks come again" },
  tick_failed: { title: "Ticks fail", over: "Ticks end well again" },
  no_polls: { title: "Nothing is polled", over: "Targets are polled again" },
  batches_lost: { title: "Polls are lost again and again", over: "Polls are no longer lost" },
  queue_refused: { title: "The queue takes no messages", over: "The queue takes messages again" },
  not_connected: { title: "No service is connected", over: "A service is connected" },
  budget_exceeded: { title: "More is asked than the budget can poll", over: "The budget is enough again" },
  upstream_unauthorized: {
    title: "The polled service refuses the credentials",
    next: "Set UPSTREAM_USERNAME and UPSTREAM_PASSWORD. Until they are right, one careful call is made every ten minutes.",
    over: "The polled service takes the credentials again",
  },
  upstream_key_expired: {
    title: "The account's key session has expired",
    next: "Renew the key at the service. Until then one careful call is made every ten minutes.",
    over: "The account's key session is good again",
  },
  upstream_throttled: {
    title: "The polled service asks for fewer calls",
    next: "Nothing needs to be done: polling waits, then creeps back. If it comes again, lower UPSTREAM_POLLS_PER_MINUTE.",
    over: "The polled service may be called again",
  },
  upstream_failing: { title: "Every poll fails", over: "Polls succeed again" },
  upstream_drifted: {
    title: "The polled service answers in another shape",
    over: "The polled service's answers can be read again",
  },
  upstream_suspect: {
    title: "Too many creators flipped at once",
    next: "Nothing needs to be done: they are held back until the next poll confirms or denies them. Look at the service if this comes again.",
    over: "Creators no longer flip all at once",
  },
  channel_key_lost: { title: "A channel's key is lost", over: "Every channel's key is there again" },
};

const UNKNOWN: TroubleWords = { title: "Tallylight is not well", over: "Tallylight is well again" };

/** The words for a trouble of the system or of the polled service. */
export const troubleWords = (reason: string): TroubleWords =>
  Object.hasOwn(troubles, reason) ? troubles[reason as Reason] : UNKNOWN;

/** How long a trouble stood that is over. */
export function lasted(event: Event): string {
  const since = instantIn(event, "since");
  return since === null ? "" : `It lasted ${spokenDuration((event.detectedAt - since) / 1000)}`;
}

/** What to do about an operation whose answers do not decode. */
export function driftText(event: Event): string {
  const path = said(event, "path");
  const where = path === "" ? "" : ` at ${path}`;
  return `Most answers of ${said(event, "operation")} no longer decode${where}. Compare one (POST /v1/upstream/probe) with its pointers in UPSTREAM_OPERATIONS.`;
}

const steps: Record<Fault["kind"], string> = {
  throttled: "Poll it less often.",
  unreachable: "Look whether the polled service can be reached.",
  refused: "Look whether its ids are right, and what the account may do.",
  gone: "Look whether its ids are right.",
  malformed: "Compare an answer (POST /v1/upstream/probe) with the operation's pointers.",
  bug: "The log says more; please report it.",
};

/** What to do about a target that cannot be read. */
export const stepFor = (fault: unknown): string =>
  typeof fault === "string" && Object.hasOwn(steps, fault) ? steps[fault as Fault["kind"]] : "";
