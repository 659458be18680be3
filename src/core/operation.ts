import { isBreakerOpen, isRefusing, type Breakers, type CircuitBreaker } from "./circuit-breaker.ts";
import { breakerTexts, refusedText } from "./incident-words.ts";
import type { Json } from "./json.ts";
import type { Problem } from "./reason.ts";

/**
 * A rule in place of values. `present`: any value means live, a missing one off. `absent`: a missing one means live, any
 * other off. `newerThan`: live while the time at `verdict` is later than the one at this pointer, or there is none.
 */
type VerdictRule = "present" | "absent" | { newerThan: string };

/** How a live verdict is read from an answer, with JSON Pointers (RFC 6901). */
export interface VerdictReading {
  rows?: string | undefined;
  rowKey?: string | undefined;
  /** In a list of many creators: the pointer to the user id within a row. */
  rowUser?: string | undefined;
  verdict: string;
  room?: string | undefined;
  /** The values that mean live, or a rule. */
  on: Json[] | VerdictRule;
  paused: Json[];
  off: Json[];
  /** The verdict if there is no row or the data are null. */
  empty: "unknown" | "off";
}

/** Where the rows of an answer are, and what identifies a row: JSON Pointers into the whole body, and into a row. */
export interface Listing {
  rows: string;
  id: string;
}

/** How an operation of the polled service is called, and how its answers are read. */
export interface Operation {
  name: string;
  method: "GET" | "POST";
  /** Appended to the base address as text: a double slash is part of the path. */
  path: string;
  query: Record<string, string>;
  body: Record<string, Json>;
  /**
   * True if its answers have the envelope of the service's own interface; false if its configuration says otherwise.
   */
  enveloped: boolean;
  /** JSON Pointers to texts that hold JSON and are decoded, in this order, before other pointers are followed. */
  decode: string[];
  /** For a live check: how the verdict is read. */
  reading: VerdictReading | null;
  /** For an operation that answers with rows: where they are. */
  listing: Listing | null;
  /** Fields to read, by name. Each is a JSON Pointer into the whole body, or into a row if there is a listing. */
  fields: Record<string, string>;
}

/** The operation that tells who is live. Most depends on it, so its answers tell best whether the account works. */
export const LIVE_CHECK = "live.check";

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
