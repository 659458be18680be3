import { DAY_MS } from "./duration.ts";
import type { Fault } from "./fault.ts";
import { type OperatorNews, recovered } from "./drift-detector.ts";
import { iso } from "./instant.ts";

/** Why no call may start: credentials refused (401), key session expired (428), or too many requests (429). */
export type BreakerReason = "unauthorized" | "key_expired" | "throttled";

/** A refusal, with the tick that first found it (epoch ms). */
interface Refusal {
  reason: BreakerReason;
  status: number;
  since: number;
}

/** HTTP statuses that refuse the caller rather than the request. */
const BREAKER_REASONS: Readonly<Record<number, BreakerReason>> = {
  401: "unauthorized",
  428: "key_expired",
  429: "throttled",
};

/** Why a fault opens a breaker; undefined if it does not. */
export const reasonOf = ({ status }: Fault): BreakerReason | undefined =>
  status === null ? undefined : BREAKER_REASONS[status];

/**
 * The circuit breaker of an operation, or of the whole account: no call starts until `until` (epoch ms). After a
 * refusal one test call is let through every ten minutes.
 */
export interface CircuitBreaker extends Refusal {
  until: number;
  /** Consecutive faults that opened it, such as 429s. They determine the pause. */
  strikes: number;
  /** The last of them, epoch ms. */
  refusedAt: number;
  /** After a 429 of the account: when calls were allowed again and the budget began to grow back; 0 before that. */
  reopenedAt: number;
  /** True once its end was reported, while the budget grows back. */
  recovered: boolean;
  /** Since when answers are good again, while its end is not reported yet; omitted otherwise. Calls are allowed. */
  goodSince?: number;
  /** Earlier problems that this one replaced and whose end has not been reported. */
  over: Refusal[];
  /** True if only optional calls were refused, which is reported nowhere. */
  silent?: true;
}

/** Breakers by operation. Operations without an entry are called normally. */
export type Breakers = Readonly<Record<string, CircuitBreaker>>;

/** A breaker as it was read and as it will be, null for none. Written only if the row still holds `read`. */
export interface BreakerChange {
  read: CircuitBreaker | null;
  write: CircuitBreaker | null;
}

/** What a batch changes, by operation. */
export type BreakerChanges = Record<string, BreakerChange>;

/** The time between test calls after a refusal. */
export const HALF_OPEN_EVERY_MS = 10 * 60_000;
const FIRST_BACKOFF_MS = 60_000;
const LONGEST_BACKOFF_MS = 15 * 60_000;

/** Refusals of two operations within this time are one event. */
export const TOGETHER_MS = 60_000;

/** The time that the budget takes to grow back after a 429. */
export const CREEP_MS = 25 * 60_000;

/** Reports whether no call may start at `now`, except test calls. */
export const isShut = ({ until, goodSince }: CircuitBreaker, now: number): boolean =>
  goodSince === undefined && now < until;

/** Reports whether no call may start, except test calls. */
export const isBreakerOpen = (breaker: CircuitBreaker | null): boolean =>
  breaker !== null && breaker.reopenedAt === 0 && isRefusing(breaker);

/** Reports whether only a test call of the account may start at `now`, as its answer decides. After a 429 all may. */
export const isHalfOpen = (breaker: CircuitBreaker, now: number): boolean =>
  breaker.reason !== "throttled" && breaker.goodSince === undefined && now >= breaker.until;

/** Reports whether calls are refused as far as is known: shut, or waiting for the first good answer. */
export const isRefusing = ({ recovered, goodSince }: CircuitBreaker): boolean => !recovered && goodSince === undefined;

const happened: Record<BreakerReason, [account: string, operation: string]> = {
  unauthorized: ["the service rejected the credentials", "the service rejected the credentials for"],
  key_expired: ["the account's key session has expired", "the service says that the key session has expired for"],
  throttled: ["the service asked for fewer calls", "the service asked for fewer calls of"],
};

const CAREFUL = "except for one test call every ten minutes";

function detailOf(reason: BreakerReason, operation: string | null): string {
  const [account, of] = happened[reason];
  if (operation === null)
    return reason === "throttled"
      ? `${account}; polling pauses, then returns gradually to the full budget`
      : `${account}; polling has stopped, ${CAREFUL}`;
  const pause = reason === "throttled" ? "its calls pause" : `it is no longer called, ${CAREFUL}`;
  return `${of} ${operation}; ${pause}, and everything else goes on`;
}

const keyOf = (operation: string | null, since: number): string =>
  operation === null ? String(since) : `${operation}/${since}`;

/**
 * The news that the breaker of an operation (null: of the account) opened. Every batch that finds it makes the same key,
 * so it is reported once.
 */
export const breakerNews = (breaker: Refusal & { until: number }, operation: string | null): OperatorNews => ({
  type: `upstream.${breaker.reason}`,
  key: keyOf(operation, breaker.since),
  data: {
    status: breaker.status,
    detail: detailOf(breaker.reason, operation),
    since: iso(breaker.since),
    until: iso(breaker.until),
    ...(operation === null ? {} : { operation }),
  },
});

/** The news of the first good answer: this problem, and those that it replaced, are over. */
const breakerRecovered = (breaker: Refusal & { over: Refusal[] }, operation: string | null): OperatorNews[] =>
  [...breaker.over, breaker].map(({ reason, status, since }) =>
    recovered(`upstream.${reason}`, keyOf(operation, since), status, since, operation ?? undefined),
  );

/**
 * The breaker after a good answer at `now`, and the news. It closes (null) once answers have been good for `goodForMs`.
 * That of the account stays after a 429 until the budget has grown back.
 */
export function afterGoodAnswer(
  breaker: CircuitBreaker,
  operation: string | null,
  goodForMs: number,
  now: number,
): { breaker: CircuitBreaker | null; news: OperatorNews[] } {
  if (breaker.recovered) return { breaker, news: [] };
  if (breaker.silent) return { breaker: null, news: [] };
  const { goodSince = now, ...rest } = breaker;
  if (now - goodSince < goodForMs) return { breaker: { ...breaker, goodSince, strikes: 0 }, news: [] };
  return {
    breaker: breaker.reopenedAt === 0 ? null : { ...rest, recovered: true },
    news: breakerRecovered(breaker, operation),
  };
}

/**
 * The breaker after a fault at `now`, or null if the fault does not open it. `since` stays the same while the reason
 * lasts.
 */
export function breakerOpenedBy(fault: Fault, breaker: CircuitBreaker | null, now: number): CircuitBreaker | null {
  const reason = reasonOf(fault);
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
    refusedAt: now,
    reopenedAt: 0,
    recovered: false,
    over: stays ? same.over : standing === null || standing.silent ? [] : [...standing.over, refusalOf(standing)],
  };
}

/**
 * How long calls pause, milliseconds: ten minutes after a refusal. After a 429 as long as the service asked, a day at
 * most, otherwise a minute that doubles up to 15.
 */
function pauseMs(reason: BreakerReason, strikes: number, requestedSeconds: number | undefined): number {
  if (reason !== "throttled") return HALF_OPEN_EVERY_MS;
  if (requestedSeconds !== undefined) return Math.min(DAY_MS, Math.ceil(requestedSeconds * 1000));
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(strikes - 1, 10));
}

const refusalOf = ({ reason, status, since }: CircuitBreaker): Refusal => ({ reason, status, since });

/** The share of the budget that is available at `now`: grows from a tenth to all of it after a 429, otherwise 1. */
export function budgetRate(breaker: CircuitBreaker | null, now: number): number {
  if (breaker === null || breaker.reason !== "throttled" || breaker.reopenedAt === 0) return 1;
  return Math.min(1, 0.1 + (0.9 * (now - breaker.reopenedAt)) / CREEP_MS);
}
