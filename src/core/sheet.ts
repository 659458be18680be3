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
}

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
];

/** A due time that means: at the next tick, whatever its time. A replay of another day knows no wall clock. */
export const AT_NEXT_TICK = 0;

/** What others than the tick ask of the timetable; the next tick folds it in. */
export interface EntryPatch {
  due?: number;
  last?: number;
  intervalSeconds?: number;
  weight?: number;
  calls?: number;
  cpuWeight?: number;
  habitual?: boolean;
  gone?: true;
}

/** A claim that is not seen done within this time of ticks was lost: the target is polled again. */
export const LEASE_MS = 120_000;

/** The most targets that one sheet holds. */
export const SHEET_SIZE = 1000;

/** Priorities 1, 2, 3 weigh 1, 4, 16. */
export const weightOf = (priority: number): number => 4 ** (priority - 1);

const open = ([
  due,
  last,
  claim,
  slot,
  intervalSeconds,
  weight,
  calls,
  cpuWeight,
  lapses,
  habitual,
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
  habitual: habitual === 1,
});

export const stored = (entry: Entry): StoredEntry => [
  entry.due,
  entry.last,
  entry.claim,
  entry.slot,
  entry.intervalSeconds,
  entry.weight,
  entry.calls,
  entry.cpuWeight,
  entry.lapses,
  entry.habitual ? 1 : 0,
];

/** What became of a batch: it was polled, or it was given back unpolled; null where neither is known. */
export type BatchEnd = "done" | "freed" | null;

export interface Folded {
  entries: Map<string, Entry>;
  changed: boolean;
}

/**
 * A sheet brought up to date at tick `now`: claims that are done become the last poll, claims that were given back or
 * whose lease is over are due at once, then the patches of others apply.
 */
export function foldSheet(
  entries: Record<string, StoredEntry>,
  patches: Record<string, EntryPatch>,
  endOf: (slot: number, tick: number) => BatchEnd,
  now: number,
): Folded {
  const folded = new Map<string, Entry>();
  let changed = false;
  for (const id in entries) {
    const entry = open(entries[id]!);
    changed = unclaimed(entry, endOf, now) || changed;
    folded.set(id, entry);
  }
  for (const id in patches) {
    const { gone, ...rest } = patches[id]!;
    changed = true;
    if (gone) folded.delete(id);
    else {
      const base = folded.get(id);
      if (rest.due === AT_NEXT_TICK) rest.due = now;
      // A patch of a target that is on no sheet is kept only where it says enough to be an entry.
      if (base) Object.assign(base, rest);
      else if (rest.intervalSeconds !== undefined) folded.set(id, { ...UNKNOWN, ...rest });
    }
  }
  return { entries: folded, changed };
}

const UNKNOWN: Entry = {
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
};

function unclaimed(entry: Entry, endOf: (slot: number, tick: number) => BatchEnd, now: number): boolean {
  if (entry.claim === 0) return false;
  const end = endOf(entry.slot, entry.claim);
  if (end === "done") Object.assign(entry, { last: entry.claim, lapses: 0 });
  else if (end === "freed") entry.due = Math.min(entry.due, now);
  else if (now - entry.claim >= LEASE_MS)
    Object.assign(entry, { due: Math.min(entry.due, now), lapses: entry.lapses + 1 });
  else return false;
  entry.claim = 0;
  return true;
}
