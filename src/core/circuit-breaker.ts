import type { Fault } from "./fault.ts";
import { iso } from "./instant.ts";
import { recovered, type OperatorNews } from "./drift-detector.ts";

/** Why no call may start: credentials refused (401), key session expired (428), or too many requests (429). */
export type BreakerReason = "unauthorized" | "key_expired" | "throttled";

/**
 * The open circuit breaker: no call starts until `until` (epoch ms). After a refusal one test call is let through every
 * ten minutes.
 */
export interface CircuitBreaker extends Trouble {
  until: number;
  /** Consecutive faults that opened it, such as 429s. They determine the pause. */
  strikes: number;
  /** After a 429: when calls were allowed again and the budget began to grow back; 0 before that. */
  reopenedAt: number;
  /** True once a poll succeeded after calls were allowed again. */
  recovered: boolean;
  /** Earlier problems that this one replaced and whose end has not been reported. */
  over: Trouble[];
}

interface Trouble {
  reason: BreakerReason;
  status: number;
  since: number;
}

/** The time between test calls after a refusal. */
export const HALF_OPEN_EVERY_MS = 10 * 60_000;
const FIRST_BACKOFF_MS = 60_000;
const LONGEST_BACKOFF_MS = 15 * 60_000;

/** The time that the budget takes to grow back after a 429. */
export const CREEP_MS = 25 * 60_000;

/** HTTP statuses that refuse the caller rather than the request. */
export const BREAKER_REASONS: Readonly<Record<number, BreakerReason>> = {
  401: "unauthorized",
  428: "key_expired",
  429: "throttled",
};

const details: Record<BreakerReason, string> = {
  unauthorized: "the service rejected the credentials; polling has stopped, except for one test call every ten minutes",
  key_expired: "the account's key session has expired; polling has stopped, except for one test call every ten minutes",
  throttled: "the service asked for fewer calls; polling pauses, then returns gradually to the full budget",
};

/** The news that the breaker opened. Every batch that finds it makes the same key, so it is reported once. */
export const breakerNews = (breaker: CircuitBreaker): OperatorNews => ({
  type: `upstream.${breaker.reason}`,
  key: String(breaker.since),
  data: {
    status: breaker.status,
    detail: details[breaker.reason],
    since: iso(breaker.since),
    until: iso(breaker.until),
  },
});

/** The news of the first good answer: this problem, and those that it replaced, are over. */
export const breakerRecovered = (breaker: CircuitBreaker): OperatorNews[] =>
  [...breaker.over, breaker].map(({ reason, status, since }) =>
    recovered(`upstream.${reason}`, String(since), status, since),
  );

/**
 * The breaker after a good answer. After a refusal it closes (null); after a 429 it stays until the budget has grown
 * back.
 */
export const afterGoodAnswer = (breaker: CircuitBreaker): CircuitBreaker | null =>
  breaker.reason === "throttled" ? { ...breaker, recovered: true } : null;

/**
 * The breaker after a fault at `now`, or null if the fault does not open it. `since` stays the same while the reason
 * lasts.
 */
export function breakerOpenedBy(fault: Fault, breaker: CircuitBreaker | null, now: number): CircuitBreaker | null {
  const reason = fault.status === null ? undefined : BREAKER_REASONS[fault.status];
  if (reason === undefined || fault.status === null) return null;
  const standing = breaker !== null && !breaker.recovered ? breaker : null;
  // A 429 to a test call says nothing about the credentials: the refusal stays, with a pause at least as long.
  const refused = standing !== null && standing.reason !== "throttled" && reason === "throttled";
  const same = breaker !== null && (breaker.reason === reason || refused) ? breaker : null;
  const strikes = (same?.strikes ?? 0) + 1;
  const stays = same !== null && !same.recovered;
  return {
    ...(refused ? { reason: standing.reason, status: standing.status } : { reason, status: fault.status }),
    since: stays ? same.since : now,
    until: Math.max(same?.until ?? 0, now + pauseMs(reason, strikes, fault.retryAfterSeconds)),
    strikes,
    reopenedAt: 0,
    recovered: false,
    over: stays ? same.over : standing === null ? [] : [...standing.over, troubleOf(standing)],
  };
}

/**
 * How long calls pause, milliseconds: ten minutes after a refusal. After a 429 as long as the service asked, otherwise
 * a minute that doubles up to 15.
 */
export function pauseMs(reason: BreakerReason, strikes: number, askedSeconds: number | undefined): number {
  if (reason !== "throttled") return HALF_OPEN_EVERY_MS;
  if (askedSeconds !== undefined) return Math.ceil(askedSeconds * 1000);
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(strikes - 1, 10));
}

const troubleOf = ({ reason, status, since }: CircuitBreaker): Trouble => ({ reason, status, since });

/** The share of the budget that is available at `now`: grows from a tenth to all of it after a 429, otherwise 1. */
export function budgetRate(breaker: CircuitBreaker | null, now: number): number {
  if (breaker === null || breaker.reason !== "throttled" || breaker.reopenedAt === 0) return 1;
  return Math.min(1, 0.1 + (0.9 * (now - breaker.reopenedAt)) / CREEP_MS);
}
