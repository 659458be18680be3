import { DAY_MS } from "./duration.ts";
import type { Entry } from "./slot-entry.ts";

/** With which targets a polled target can share a call. */
export interface Sharing {
  /** Those with the same key: that of their operation. */
  key: string;
  /** The most targets of one call; 1 if a target has calls of its own. */
  size: number;
}

/** Says which targets a target shares calls with. */
export type SharingOf = (entry: Entry) => Sharing;

/** The sharing of a target that has calls of its own. */
export const ALONE: Sharing = { key: "", size: 1 };

export const nobodyShares: SharingOf = () => ALONE;

/** The CPU time of a target that shares its call, in that of a target with a call of its own. */
export const SHARED_CPU = 0.25;

/** Counts the calls that targets need which are added one after another: the first of a group needs one. */
export class CallCount {
  calls = 0;
  readonly #free = new Map<string, number>();
  readonly #sharingOf: SharingOf;

  constructor(sharingOf: SharingOf) {
    this.#sharingOf = sharingOf;
  }

  /** The calls that polling this one too needs. */
  costOf(entry: Entry): number {
    const { key, size } = this.#sharingOf(entry);
    if (size === 1) return entry.calls;
    return (this.#free.get(key) ?? 0) > 0 ? 0 : 1;
  }

  add(entry: Entry): void {
    const { key, size } = this.#sharingOf(entry);
    if (size === 1) {
      this.calls += entry.calls;
      return;
    }
    const free = this.#free.get(key) ?? 0;
    this.#free.set(key, free > 0 ? free - 1 : size - 1);
    if (free === 0) this.calls += 1;
  }

  /** Targets that calls with this key could ask for besides. */
  freeOf(key: string): number {
    return this.#free.get(key) ?? 0;
  }

  /** True if some call could ask for more targets. */
  get hasFree(): boolean {
    return [...this.#free.values()].some((free) => free > 0);
  }
}

/** The calls that these targets need together. */
export function callsOf(some: readonly { entry: Entry }[], sharingOf: SharingOf): number {
  const count = new CallCount(sharingOf);
  for (const { entry } of some) count.add(entry);
  return count.calls;
}

/** Splits targets into those that share a call, by id, so that each group is a fair sample. Others are alone. */
export function groupsOf<T extends { id: string; entry: Entry }>(some: readonly T[], sharingOf: SharingOf): T[][] {
  const groups: T[][] = [];
  const shared = new Map<string, { size: number; members: T[] }>();
  for (const one of some) {
    const { key, size } = sharingOf(one.entry);
    if (size === 1) groups.push([one]);
    else if (shared.has(key)) shared.get(key)!.members.push(one);
    else shared.set(key, { size, members: [one] });
  }
  for (const { size, members } of shared.values()) {
    members.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (let at = 0; at < members.length; at += size) groups.push(members.slice(at, at + size));
  }
  return groups;
}

/** Further than this share of its interval before it is due, nobody is polled only because a call has a place left. */
const EARLIEST_SHARE = 0.5;

/**
 * Adds those due soonest to calls that could ask for more targets. It costs no call, and from then on they are due
 * together, so fewer calls are needed.
 */
export function withNeighbours<T extends { id: string; entry: Entry }>(
  chosen: T[],
  all: readonly T[],
  sharingOf: SharingOf,
  now: number,
): T[] {
  const count = new CallCount(sharingOf);
  for (const { entry } of chosen) count.add(entry);
  if (!count.hasFree) return chosen;
  const taken = new Set(chosen.map(({ entry }) => entry));
  const soon = all.filter(
    ({ entry }) =>
      !taken.has(entry) &&
      count.freeOf(sharingOf(entry).key) > 0 &&
      entry.due - now <= entry.intervalSeconds * 1000 * EARLIEST_SHARE,
  );
  soon.sort((a, b) => a.entry.due - b.entry.due || (a.id < b.id ? -1 : 1));
  const more = soon.filter(({ entry }) => {
    if (count.costOf(entry) > 0 || sharingOf(entry).size === 1) return false;
    count.add(entry);
    return true;
  });
  return more.length === 0 ? chosen : [...chosen, ...more];
}

/** The size of calls that a service took after it refused larger ones, and since when. */
export interface LearnedSize {
  size: number;
  /** The configured size then: another one starts anew. */
  most: number;
  at: number;
  /** How often larger calls were refused again. Each doubles the time until the next try. */
  strikes: number;
}

/** The time until a larger size is tried again: at most a day. */
const RAISED_AFTER_MS = 10 * 60_000;

/** A service that took larger calls for so long starts anew. */
const FORGOTTEN_MS = 2 * DAY_MS;

/** How many targets a call may ask for at `now`: what was learned, doubled with time up to `most`. */
export function sizeAt(most: number, learned: LearnedSize | undefined, now: number): number {
  if (learned === undefined || learned.most !== most) return most;
  const every = Math.min(DAY_MS, RAISED_AFTER_MS * 2 ** (learned.strikes - 1));
  const raised = Math.min(10, Math.max(0, Math.floor((now - learned.at) / every)));
  return Math.min(most, learned.size * 2 ** raised);
}

/** What is known after the service took calls of this size, but refused larger ones. */
export function learnedSize(size: number, most: number, before: LearnedSize | undefined, now: number): LearnedSize {
  if (before?.most !== most || now - before.at >= FORGOTTEN_MS) return { size, most, at: now, strikes: 1 };
  const raised = sizeAt(most, before, now) > before.size;
  return { size, most, at: now, strikes: Math.min(8, raised ? before.strikes + 1 : before.strikes) };
}
