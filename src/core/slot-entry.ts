/**
 * How long every target would wait with equal shares, milliseconds: one poll of all takes `calls`, the budget is
 * `perMinute`.
 */
export const fairShareMs = (calls: number, perMinute: number): number => (calls / perMinute) * 60_000;

const MAX_SHARES = 3;

/**
 * The longest time that a target waits for its next poll, milliseconds: its interval, or three times the fair share.
 */
export const longestWaitMs = ({ intervalSeconds }: Pick<Entry, "intervalSeconds">, fairMs: number): number =>
  Math.max(intervalSeconds * 1000, MAX_SHARES * fairMs);

/** How long a target has waited at `now`, milliseconds; one that was never polled has waited since it was first due. */
export const waitedMs = ({ last, due }: Pick<Entry, "last" | "due">, now: number): number => now - (last || due);

/** The poll slot of a target. Instants are epoch ms; 0 means never or none. */
export interface Entry {
  due: number;
  /** The tick of the last poll that is known to have finished. */
  last: number;
  /** The tick that claimed it and has not been seen to finish; 0 for none. */
  claim: number;
  /** The number of the batch within that tick. */
  slot: number;
  intervalSeconds: number;
  weight: number;
  /** The maximum of upstream calls of one poll. */
  calls: number;
  /** The CPU cost of a call, in live checks. It limits the size of batches. */
  cpuWeight: number;
  /** Consecutive claims that never finished: the batch was lost, or the platform ended it. */
  lapses: number;
  /** True if its schedule is predicted (`core/prediction`). */
  habitual: boolean;
  /** Whether its state is known. */
  verdict: VerdictMark;
  /** The last poll with a verdict, epoch ms, if later polls had none; 0 if the last poll had one. */
  provedAt: number;
  /** The poll since which consecutive polls were never more than 15 minutes apart. */
  steadySince: number;
  /** True if its next poll confirms or completes the last one. Such polls come first. */
  confirms: boolean;
  /** The operation that its next poll calls; empty for the usual one of its kind, or if it is not recorded. */
  operation: string;
  /** True if it shares no call, as the service refused one that asked for it among others. */
  alone: boolean;
}

/** Known, or nothing recorded; recorded as without a verdict for too long; without any verdict so far. */
export const VERDICT = { known: 0, unknown: 1, never: 2 } as const;

export type VerdictMark = (typeof VERDICT)[keyof typeof VERDICT];

/**
 * The stored form is a tuple, because a sheet holds a thousand.
 */
export type StoredEntry = [
  due: number,
  last: number,
  claim: number,
  slot: number,
  intervalSeconds: number,
  weight: number,
  calls: number,
  cpuWeight: number,
  lapses: number,
  habitual: 0 | 1,
  steadySeconds: number,
  verdict?: VerdictMark,
  provedAt?: number,
  confirms?: 0 | 1,
  operation?: string,
  alone?: 1,
];

/** Longer steady periods are stored as this: more than it takes to observe a whole usual hour. */
const MAX_STEADY_SECONDS = 2 * 3600;

/** Parses a stored entry. */
export const opened = ([
  due,
  last,
  claim,
  slot,
  intervalSeconds,
  weight,
  calls,
  cpuWeight,
  lapses,
  predictable,
  steadySeconds,
  verdict,
  provedAt,
  confirms,
  operation,
  alone,
]: StoredEntry): Entry => ({
  due,
  last,
  claim,
  slot,
  intervalSeconds,
  weight,
  calls,
  cpuWeight,
  lapses,
  habitual: predictable === 1,
  verdict: verdict ?? VERDICT.known,
  provedAt: provedAt ?? 0,
  steadySince: last - steadySeconds * 1000,
  confirms: confirms === 1,
  operation: operation ?? "",
  alone: alone === 1,
});

/**
 * For how long before its last poll consecutive polls were at most 15 minutes apart: whole seconds, at most two hours.
 */
export const steadySecondsOf = ({ last, steadySince }: Entry): number =>
  Math.min(MAX_STEADY_SECONDS, Math.max(0, Math.floor((last - steadySince) / 1000)));

/** Converts an entry to its stored form. */
export function stored(entry: Entry): StoredEntry {
  const { due, last, claim, slot, intervalSeconds, weight, calls, cpuWeight, lapses } = entry;
  const tuple: StoredEntry = [
    due,
    last,
    claim,
    slot,
    intervalSeconds,
    weight,
    calls,
    cpuWeight,
    lapses,
    entry.habitual ? 1 : 0,
    steadySecondsOf(entry),
  ];
  // A sheet holds a thousand entries, so common values are omitted.
  const { verdict, provedAt, confirms, operation, alone } = entry;
  const named = operation !== "" || alone;
  if (verdict !== VERDICT.known || provedAt !== 0 || confirms || named) tuple.push(verdict, provedAt);
  if (confirms || named) tuple.push(confirms ? 1 : 0);
  if (named) tuple.push(operation);
  if (alone) tuple.push(1);
  return tuple;
}

/** The defaults of an entry. */
export const UNKNOWN: Entry = {
  due: 0,
  last: 0,
  claim: 0,
  slot: 0,
  intervalSeconds: 60,
  weight: 1,
  calls: 1,
  cpuWeight: 1,
  lapses: 0,
  habitual: false,
  verdict: VERDICT.known,
  provedAt: 0,
  steadySince: 0,
  confirms: false,
  operation: "",
  alone: false,
};
