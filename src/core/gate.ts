import type { Fault } from "./fault.ts";
import { iso } from "./instant.ts";
import { recovered, type OperatorNews } from "./upstream-watch.ts";

/** Why no call may start: credentials refused (401), key session expired (428), or too many requests (429). */
export type BreakerReason = "unauthorized" | "key_expired" | "throttled";

/** Closed until `until`; then, after a refusal, half-open: one careful call is let through every ten minutes. Epoch ms. */
export interface CircuitBreaker extends Trouble {
  until: number;
  /** How often in a row the upstream answered 429. */
  strikes: number;
  /** After a 429: when the gate opened again and the budget began to creep back; 0 while closed. */
  reopenedAt: number;
  /** True once a good answer came after it opened again. */
  recovered: boolean;
  /** Earlier troubles that this one came on top of, not yet told to be over. */
  over: Trouble[];
}

interface Trouble {
  reason: BreakerReason;
  status: number;
  since: number;
}

/** After a refusal one careful call is let through so often. */
export const HALF_OPEN_EVERY_MS = 10 * 60_000;
const FIRST_BACKOFF_MS = 60_000;
const LONGEST_BACKOFF_MS = 15 * 60_000;

/** After a 429 the budget is whole again this long after the gate opened. */
export const CREEP_MS = 25 * 60_000;

/** The refusals that are about the caller and not about what was asked, by HTTP status. */
export const BREAKER_REASONS: Readonly<Record<number, BreakerReason>> = {
  401: "unauthorized",
  428: "key_expired",
  429: "throttled",
};

const details: Record<BreakerReason, string> = {
  unauthorized: "the service refused the credentials; polling has stopped but for a careful try every ten minutes",
  key_expired: "the account's key session has expired; polling has stopped but for a careful try every ten minutes",
  throttled: "the service asked for fewer calls; polling waits, then creeps back to the whole budget",
};

/** What an operator is told of a gate that closed; once, however many batches find it. */
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

/** What an operator is told at the first good answer after it: that it is over, and what it came on top of. */
export const breakerRecovered = (breaker: CircuitBreaker): OperatorNews[] =>
  [...breaker.over, breaker].map(({ reason, status, since }) =>
    recovered(`upstream.${reason}`, String(since), status, since),
  );

/** The gate after a good answer: a refusal's is gone, a 429's stays until the budget is whole again. */
export const afterGoodAnswer = (breaker: CircuitBreaker): CircuitBreaker | null =>
  breaker.reason === "throttled" ? { ...breaker, recovered: true } : null;

/** The gate after a fault at `now`, null where the fault closes none. Keeps `since` while the same reason lasts. */
export function closedBy(fault: Fault, breaker: CircuitBreaker | null, now: number): CircuitBreaker | null {
  const reason = fault.status === null ? undefined : BREAKER_REASONS[fault.status];
  if (reason === undefined || fault.status === null) return null;
  const standing = breaker !== null && !breaker.recovered ? breaker : null;
  // A 429 to a careful call says nothing about the credentials: the refusal stands, and waits at least as long.
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

/** As long as was asked, else a minute that doubles; after a refusal until the next careful try. */
export function pauseMs(reason: BreakerReason, strikes: number, askedSeconds: number | undefined): number {
  if (reason !== "throttled") return HALF_OPEN_EVERY_MS;
  if (askedSeconds !== undefined) return Math.ceil(askedSeconds * 1000);
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(strikes - 1, 10));
}

const troubleOf = ({ reason, status, since }: CircuitBreaker): Trouble => ({ reason, status, since });

/** The share of the budget that may be used at `now`: creeps from a tenth to all after a 429, 1 without a gate. */
export function budgetRate(breaker: CircuitBreaker | null, now: number): number {
  if (breaker === null || breaker.reason !== "throttled" || breaker.reopenedAt === 0) return 1;
  return Math.min(1, 0.1 + (0.9 * (now - breaker.reopenedAt)) / CREEP_MS);
}
