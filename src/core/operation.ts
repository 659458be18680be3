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
  /** In a list of many creators: the pointers to the user id and to the handle within a row. */
  rowUser?: string | undefined;
  rowHandle?: string | undefined;
  verdict: string;
  room?: string | undefined;
  /** The values that mean live, or a rule. */
  on: Json[] | VerdictRule;
  paused: Json[];
  off: Json[];
  /** The verdict if there is no row or the data are null. */
  empty: "unknown" | "off";
}

/** The placeholders of operations that ask for many targets in one call, each with that of one target. */
export const LISTS = { userIds: "userId", roomIds: "roomId", handles: "handle" } as const;

export type ListName = keyof typeof LISTS;

/** How one call asks for many targets. */
export interface Many {
  /** The most targets of a call. */
  most: number;
  /** Between values in a path or a query. */
  separator: string;
  /** The placeholders that its request has. */
  lists: ListName[];
}

/** The maximum of targets that one call may ask for. */
export const MOST_A_CALL = 200;

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
  /** How one call asks for many targets; omitted where each has a call of its own. */
  many?: Many;
  /** For a live check: how the verdict is read. */
  reading: VerdictReading | null;
  /** For an operation that answers with rows: where they are. */
  listing: Listing | null;
  /** Fields to read, by name. Each is a JSON Pointer into the whole body, or into a row if there is a listing. */
  fields: Record<string, string>;
}

/** The names of the placeholders in a request. */
export function placeholdersOf({ path, query, body }: Pick<Operation, "path" | "query" | "body">): Set<string> {
  const texts = [path, ...Object.values(query), ...Object.values(body).filter((one) => typeof one === "string")];
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)));
}

/**
 * Why an operation cannot ask for a target with these values, if it asks for many: it has none of what is asked by, or
 * nothing by which its row could be found. Null if it can.
 */
export function unaskable(
  { many, reading }: Pick<Operation, "many" | "reading">,
  values: Record<string, Json | undefined>,
): string | null {
  if (many === undefined) return null;
  const has = (name: string) => values[name] !== undefined && values[name] !== null;
  const singles = many.lists.map((list) => LISTS[list]);
  if (!singles.some(has)) return `has no ${singles.join(" or ")}, and the service is asked by nothing else`;
  const { rowUser, rowHandle, rowKey } = reading ?? {};
  const finders = [rowUser && "userId", rowHandle && "handle", rowKey && "roomId"].filter((one) => one !== undefined);
  return finders.some((one) => one !== "" && has(one)) ? null : `has no ${finders.join(" or ")} to find its row by`;
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
