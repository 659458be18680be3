import { opened, UNKNOWN, type Entry, type StoredEntry, type VerdictMark } from "./entry.ts";

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
  verdict?: VerdictMark;
  provedAt?: number;
  confirms?: true;
  gone?: true;
}

/** A claim that is not seen done within this time of ticks was lost: the target is polled again. */
export const LEASE_MS = 120_000;

/** Polls further apart than this leave open what happened in between. */
export const STEADY_GAP_MS = 15 * 60_000;

/** The most targets that one sheet holds. */
export const SHEET_SIZE = 1000;

/** Priorities 1, 2, 3 weigh 1, 4, 16. */
export const weightOf = (priority: number): number => 4 ** (priority - 1);

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
    const entry = opened(entries[id]!);
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
      if (base) {
        if (rest.last !== undefined && rest.last > base.last) polledAt(base, rest.last);
        Object.assign(base, rest);
      } else if (rest.intervalSeconds !== undefined)
        folded.set(id, { ...UNKNOWN, ...rest, steadySince: rest.last ?? 0 });
    }
  }
  return { entries: folded, changed };
}

/** A poll that was done: the run of polls goes on, or begins anew after a gap that is too long. */
function polledAt(entry: Entry, at: number): void {
  if (at - entry.last > STEADY_GAP_MS) entry.steadySince = at;
  entry.last = at;
}

function unclaimed(entry: Entry, endOf: (slot: number, tick: number) => BatchEnd, now: number): boolean {
  if (entry.claim === 0) return false;
  const end = endOf(entry.slot, entry.claim);
  if (end === "done") {
    polledAt(entry, entry.claim);
    entry.lapses = 0;
  } else if (end === "freed") entry.due = Math.min(entry.due, now);
  else if (now - entry.claim >= LEASE_MS)
    Object.assign(entry, { due: Math.min(entry.due, now), lapses: entry.lapses + 1 });
  else return false;
  entry.claim = 0;
  return true;
}
