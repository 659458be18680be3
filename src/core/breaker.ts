import type { Fault } from "./fault.ts";
import { BREAKER_REASONS, pauseMs, type BreakerReason } from "./gate.ts";

/**
 * The open circuit breaker of one optional operation: its 401, 428 or 429 stops that operation alone, for as long as the
 * gate of all calls would be closed. Instants are epoch ms.
 */
export interface Breaker {
  reason: BreakerReason;
  status: number;
  since: number;
  /** No call of the operation starts before; then one call tests it. */
  until: number;
  /** How often in a row it was refused. */
  strikes: number;
}

/** By operation. An operation that has none is called freely. */
export type Breakers = Readonly<Record<string, Breaker>>;

/** What a batch changes: the breaker of an operation, null where it closes. */
export type BreakerChanges = Record<string, Breaker | null>;

/** The breaker after a fault of its operation at `now` (tick time); null where the fault opens none. */
export function breakerAfter(fault: Fault, before: Breaker | undefined, now: number): Breaker | null {
  const { status } = fault;
  const reason = status === null ? undefined : BREAKER_REASONS[status];
  if (reason === undefined || status === null) return null;
  const strikes = before?.reason === reason ? before.strikes + 1 : 1;
  const until = Math.max(before?.until ?? 0, now + pauseMs(reason, strikes, fault.retryAfterSeconds));
  return { reason, status, since: before?.since ?? now, until, strikes };
}
