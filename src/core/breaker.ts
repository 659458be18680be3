import type { Fault } from "./fault.ts";
import { BREAKER_REASONS, pauseMs, type BreakerReason } from "./circuit-breaker.ts";

/**
 * The open circuit breaker of one optional operation. A 401, 428 or 429 stops only that operation, for as long as it
 * would stop all calls. Instants are epoch ms.
 */
export interface Breaker {
  reason: BreakerReason;
  status: number;
  since: number;
  /** No call of the operation starts before this. Then one call tests it. */
  until: number;
  /** Consecutive refusals. */
  strikes: number;
}

/** Open breakers by operation. Operations without an entry are called normally. */
export type Breakers = Readonly<Record<string, Breaker>>;

/** What a batch changes: the breaker of each operation, null where it closes. */
export type BreakerChanges = Record<string, Breaker | null>;

/** Returns the breaker after a fault of its operation at `now` (tick time), or null if the fault does not open it. */
export function breakerAfter(fault: Fault, before: Breaker | undefined, now: number): Breaker | null {
  const { status } = fault;
  const reason = status === null ? undefined : BREAKER_REASONS[status];
  if (reason === undefined || status === null) return null;
  const strikes = before?.reason === reason ? before.strikes + 1 : 1;
  const until = Math.max(before?.until ?? 0, now + pauseMs(reason, strikes, fault.retryAfterSeconds));
  return { reason, status, since: before?.since ?? now, until, strikes };
}
