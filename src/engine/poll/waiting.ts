import { isRefusing, type CircuitBreaker } from "../../core/circuit-breaker.ts";
import { calledFor, slotOperationOf } from "../../kinds/operations.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import type { PollAnswer } from "./judge.ts";

/**
 * Says for a target that was not polled because its operation is refused which one that is, so that ticks leave it out
 * until then. One that must be resolved takes no calls until that operation's breaker lets one through.
 */
export function waiting(one: PollAnswer, breakers: Record<string, CircuitBreaker | null>): PollAnswer {
  const open = breakers[calledFor(one.target) ?? ""];
  if (open == null || one.seen?.ok || (one.seen !== null && one.seen.error.status !== open.status)) return one;
  const waits = { ...one, ...(isRefusing(open) ? { operation: slotOperationOf(one.target) } : {}) };
  return resolvingOf(one.target) === null ? waits : { ...waits, seen: null, retryAt: open.until };
}
