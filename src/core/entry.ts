/** What the timetable knows of one target. Instants are epoch ms; 0 means never or none. */
export interface Entry {
  due: number;
  /** The tick of the last poll that is known to have been done. */
  last: number;
  /** The tick that claimed it and has not been seen done, 0 for none. */
  claim: number;
  /** The batch number within that tick. */
  slot: number;
  intervalSeconds: number;
  weight: number;
  /** The most upstream calls a poll of it makes. */
  calls: number;
  /** What a call of it costs in CPU, in live checks: a batch holds so much of it. */
  cpuWeight: number;
  /** How many claims in a row were never seen done: its batch was lost, or ended by the platform. */
  lapses: number;
  /** True where it comes and goes, so that polls learn when (`core/habit`). */
  habitual: boolean;
  /** Whether it is known how it stands. */
  verdict: VerdictMark;
  /** The last poll that gave a verdict, epoch ms, where polls since then gave none; 0 where the last one did. */
  provedAt: number;
  /** Since which poll no two polls in a row, up to the last, were more than 15 minutes apart. */
  steadySince: number;
  /** True where its next poll confirms what the last one found, or completes it: before others are polled. */
  confirms: boolean;
}

/** Nothing else was noted; it was noted that no verdict came for too long; none ever came. */
export const VERDICT = { known: 0, unknown: 1, never: 2 } as const;

export type VerdictMark = (typeof VERDICT)[keyof typeof VERDICT];

/** As stored: a tuple, because a sheet holds a thousand. Older versions wrote the first seven, or nine. */
export type StoredEntry = [
  due: number,
  last: number,
  claim: number,
  slot: number,
  intervalSeconds: number,
  weight: number,
  calls: number,
  cpuWeight?: number,
  lapses?: number,
  habitual?: 0 | 1,
  steadySeconds?: number,
  verdict?: VerdictMark,
  provedAt?: number,
  confirms?: 0 | 1,
];

/** A longer run of polls is stored as this long: more than it takes to see a whole slot pass. */
const MAX_STEADY_SECONDS = 2 * 3600;

/** An entry as it was stored. */
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
  steadySeconds = 0,
  verdict,
  provedAt,
  confirms,
]: StoredEntry): Entry => ({
  due,
  last,
  claim,
  slot,
  intervalSeconds,
  weight,
  calls,
  cpuWeight: cpuWeight ?? 1,
  lapses: lapses ?? 0,
  habitual: predictable === 1,
  verdict: verdict ?? VERDICT.known,
  provedAt: provedAt ?? 0,
  steadySince: last - steadySeconds * 1000,
  confirms: confirms === 1,
});

/** For how long, up to its last poll, polls of it were at most 15 minutes apart: whole seconds, at most two hours. */
export const steadySecondsOf = ({ last, steadySince }: Entry): number =>
  Math.min(MAX_STEADY_SECONDS, Math.max(0, Math.floor((last - steadySince) / 1000)));

/** An entry as it is stored. */
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
  // A sheet holds a thousand: what nearly all have is left out.
  if (entry.verdict !== VERDICT.known || entry.provedAt !== 0 || entry.confirms)
    tuple.push(entry.verdict, entry.provedAt);
  if (entry.confirms) tuple.push(1);
  return tuple;
}

/** What is not said of an entry. */
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
};
