import { opened, UNKNOWN, type Entry, type StoredEntry, type VerdictMark } from "./slot-entry.ts";

/** A due time that means the next tick, whatever its time. Replays of another day have no wall clock. */
export const AT_NEXT_TICK = 0;

/** A change of the schedule requested outside of the tick. The next tick applies it. */
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
  operation?: string;
  alone?: boolean;
  /** No poll before this, if one is planned sooner. */
  retryAt?: number;
  /** True for a removal; null takes one back that waits for the same tick. */
  gone?: true | null;
}

/** A claim that has not finished within this tick time is lost, and the target is polled again. */
export const LEASE_MS = 120_000;

/** If polls are further apart than this, what happened between them is unknown. */
export const STEADY_GAP_MS = 15 * 60_000;

/** The maximum number of targets on a sheet. */
export const SHEET_SIZE = 1000;

/** Priorities 1, 2, 3 weigh 1, 4, 16. */
export const weightOf = (priority: number): number => 4 ** (priority - 1);

/** How a batch ended: polled (`done`) or released unpolled (`freed`); null if unknown. */
export type BatchEnd = "done" | "freed" | null;

export interface Folded {
  entries: Map<string, Entry>;
  changed: boolean;
}

/**
 * Updates a sheet at tick `now`. Finished claims become the last poll. Released claims and those past their lease are
 * due immediately. Then patches are applied.
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
    const { gone, retryAt = 0, ...rest } = patches[id]!;
    changed = true;
    if (gone) folded.delete(id);
    else {
      const base = folded.get(id);
      if (rest.due === AT_NEXT_TICK) rest.due = now;
      // A patch for a target that is on no sheet adds it, if it has enough fields for an entry.
      if (base) {
        if (rest.last !== undefined && rest.last > base.last) polledAt(base, rest.last);
        Object.assign(base, rest);
        base.due = Math.max(base.due, retryAt);
      } else if (rest.intervalSeconds !== undefined)
        folded.set(id, { ...UNKNOWN, ...rest, steadySince: rest.last ?? 0 });
    }
  }
  return { entries: folded, changed };
}

/** Records a poll. A gap that is too long starts a new steady period. */
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
