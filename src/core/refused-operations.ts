import { isBreakerOpen, isRefusing, type Breakers, type CircuitBreaker } from "./circuit-breaker.ts";
import { breakerTexts, refusedText } from "./incident-words.ts";
import { LIVE_CHECK } from "./operation.ts";
import type { Problem } from "./reason.ts";

interface Refusing {
  /** The circuit breaker of the account, and those of operations. */
  gate: CircuitBreaker | null;
  breakers: Breakers;
}

/** The operations that are refused while others are not, the one that tells who is live first, then the oldest. */
export const refusedOperations = ({ gate, breakers }: Refusing): [operation: string, CircuitBreaker][] =>
  isBreakerOpen(gate)
    ? []
    : Object.entries(breakers)
        .filter(([, one]) => one.silent !== true && isRefusing(one))
        .sort(([a, one], [b, other]) => Number(b === LIVE_CHECK) - Number(a === LIVE_CHECK) || one.since - other.since);

/** Refusals that leave it unknown who is live: of the account or of live checks. And those of other operations. */
export function refusals(healthSnapshot: Refusing): [blinding: Problem[], others: Problem[]] {
  const { gate } = healthSnapshot;
  if (isBreakerOpen(gate))
    return [[{ reason: `upstream_${gate!.reason}`, since: gate!.since, detail: breakerTexts[gate!.reason] }], []];
  const all = refusedOperations(healthSnapshot).map(([operation, { reason, status, since }]): Problem => ({
    reason: operation === LIVE_CHECK ? `upstream_${reason}` : "upstream_refused",
    since,
    detail: refusedText(operation, reason, status),
    refused: { operation, limited: reason === "throttled" },
  }));
  const blinding = all.filter(({ reason }) => reason !== "upstream_refused");
  return [blinding, all.slice(blinding.length)];
}
