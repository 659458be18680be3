import { callsOf, CallCount, groupsOf, nobodyShares, SHARED_CPU, type SharingOf } from "./shared-calls.ts";
import { type Entry, fairShareMs, longestWaitMs, waitedMs } from "./slot-entry.ts";

/** Where the budget comes from, calls per minute: the environment, what people set, or a default. */
export interface ConfiguredBudget {
  /** Null if the environment does not set it. */
  environment: number | null;
  otherwise: number;
  /** The most that the limits of an invocation carry. */
  most: number;
}

/** The budget in force. The environment takes precedence over what people set (null for nothing). */
export const perMinuteOf = ({ environment, otherwise, most }: ConfiguredBudget, stored: number | null): number =>
  environment ?? Math.min(most, stored ?? otherwise);

/** Why people may not set this budget; null if they may. */
export const refusedBudget = ({ most }: ConfiguredBudget, perMinute: number | null): string | null =>
  perMinute === null || perMinute <= most ? null : `must be at most ${most}, which is what LIMITS carries`;

/** A budget that nobody can change. */
export const fixedBudget = (perMinute: number): ConfiguredBudget => ({
  environment: perMinute,
  otherwise: perMinute,
  most: perMinute,
});

/**
 * The polling budget: a token bucket of `perMinute` calls that refills evenly. `filledAt` is tick time, epoch ms; 0 for
 * never.
 */
export interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Returns the bucket at `now`. A bucket that was never filled is full. `rate` (0..1) scales both size and refill. */
export function refilled(bucket: Bucket, perMinute: number, now: number, rate = 1): Bucket {
  const size = Math.max(1, perMinute * rate);
  if (bucket.filledAt === 0) return { tokens: size, filledAt: now };
  const gained = (size * Math.max(0, now - bucket.filledAt)) / 60_000;
  return { tokens: Math.min(size, bucket.tokens + gained), filledAt: Math.max(now, bucket.filledAt) };
}

export interface Candidate {
  id: string;
  entry: Entry;
}

/**
 * Reports whether a target must be polled in this tick: it is due before the next one, `spacingMs` later. That makes
 * its interval the longest wait and not the shortest.
 */
export const isDue = (entry: Entry, now: number, spacingMs: number): boolean =>
  entry.claim === 0 && (entry.due <= now || entry.due < now + spacingMs);

/**
 * Chooses the targets to poll with `tokens` calls. If the tokens are enough, all due targets are polled. Otherwise
 * those past their longest wait come first, then the others by waiting time × weight.
 */
export function choose<T extends Candidate>(
  due: T[],
  tokens: number,
  perMinute: number,
  watchedCalls: number,
  now: number,
  sharingOf: SharingOf = nobodyShares,
): T[] {
  if (callsOf(due, sharingOf) <= tokens) return due;
  const fairMs = fairShareMs(watchedCalls, perMinute);
  const urgency = ({ entry }: T) => {
    const waited = waitedMs(entry, now);
    return waited >= longestWaitMs(entry, fairMs) ? Number.MAX_VALUE / 2 : waited * entry.weight;
  };
  const ordered = due
    .map((one) => ({ one, urgency: urgency(one) }))
    .sort((a, b) => b.urgency - a.urgency || a.one.entry.due - b.one.entry.due);
  return affordable(
    ordered.map(({ one }) => one),
    tokens,
    new CallCount(sharingOf),
  );
}

/**
 * Keeps, in order, the targets whose calls, with those counted so far, still fit into the tokens. One that shares a call
 * of those before needs none.
 */
export function affordable<T extends Candidate>(ordered: T[], tokens: number, count: CallCount): T[] {
  return ordered.filter(({ entry }) => {
    if (count.calls + count.costOf(entry) > tokens) return false;
    count.add(entry);
    return true;
  });
}

/** The share of a batch's calls that stays free for optional calls when polls would take all. */
const HELD_SHARE = 0.05;

/**
 * Number of targets of a batch to poll last, so that their calls can go to optional calls: a twentieth, less the spare
 * calls. It is at least one, unless the batch has one target or spare calls suffice. Targets that share a call count as
 * one.
 */
export const heldBackOf = (groups: number, spare: number): number =>
  Math.max(0, Math.min(Math.max(1, Math.floor(groups * HELD_SHARE)) - spare, groups - 1));

/**
 * Shares at most `left` calls among batches that want `wanted` calls each: equal shares, and what one does not want
 * goes to the others. With fewer calls than batches, another batch is first each minute (`now`, epoch ms).
 */
export function sparesOf(wanted: number[], left: number, now: number): number[] {
  const spares = wanted.map(() => 0);
  const turn = Math.floor(now / 60_000) % Math.max(1, wanted.length);
  let open = wanted.map((_, index) => (index + turn) % wanted.length).filter((index) => wanted[index]! > 0);
  while (open.length > 0 && left > 0) {
    const share = Math.max(1, Math.floor(left / open.length));
    for (const index of open.slice(0, left)) {
      const more = Math.min(share, wanted[index]! - spares[index]!);
      spares[index]! += more;
      left -= more;
    }
    open = open.filter((index) => spares[index]! < wanted[index]!);
  }
  return spares;
}

/** The maximum size of a batch. */
export interface BatchSize {
  calls: number;
  /** CPU, in live checks. */
  cpu: number;
}

/** A lost message costs a claim or two. More in a row suggest that the batch exceeds what an invocation can do. */
export const FORGIVEN_LAPSES = 2;

/** Beyond this many doublings a target has a batch of its own anyway. */
const MAX_DOUBLINGS = 6;

/**
 * Assigns the chosen targets to batches of at most `size`; the calls of a target, and targets that share a call, stay
 * together. Each batch is a fair
 * sample: ids are random, so sorting by id shuffles, and batches are filled in turn, costly targets first. From the
 * third lost claim on, each one doubles the size of a target, so that a target that keeps ending its invocation is soon
 * alone.
 */
export function deal<T extends Candidate>(chosen: T[], size: BatchSize, sharingOf: SharingOf = nobodyShares): T[][] {
  const sized = groupsOf(chosen, sharingOf).map((one) => {
    const [{ entry }] = one as [T];
    if (sharingOf(entry).size > 1) {
      const cpu = SHARED_CPU * one.reduce((sum, { entry: { cpuWeight } }) => sum + cpuWeight, 0);
      return { one, calls: callsHeld(one.length), cpu };
    }
    const calls = entry.calls * 2 ** Math.min(Math.max(0, entry.lapses - FORGIVEN_LAPSES), MAX_DOUBLINGS);
    return { one, calls, cpu: calls * entry.cpuWeight };
  });
  const sorted = sized.sort((a, b) => b.cpu - a.cpu || b.calls - a.calls || (a.one[0]!.id < b.one[0]!.id ? -1 : 1));
  return assigned(sorted, size).map((groups) => groups.flat());
}

/**
 * How much of a batch so many targets take which share a call, in calls: a batch reads and writes for each of them,
 * and D1 takes no statement about thousands.
 */
export const callsHeld = (targets: number): number => Math.max(1, targets * SHARED_CPU);

interface Sized<T> extends BatchSize {
  one: T;
}

/** Fills batches in turn. Targets that do not fit are assigned to further batches. */
function assigned<T>(sized: Sized<T>[], size: BatchSize): T[][] {
  if (sized.length === 0) return [];
  const total = sized.reduce((sum, { calls, cpu }) => ({ calls: sum.calls + calls, cpu: sum.cpu + cpu }), NOTHING);
  const count = Math.min(sized.length, Math.ceil(Math.max(total.calls / size.calls, total.cpu / size.cpu)));
  const batches = Array.from({ length: count }, () => ({ ...NOTHING, targets: [] as T[] }));
  const left: Sized<T>[] = [];
  for (const [index, next] of sized.entries()) {
    const batch = batches[index % count]!;
    const fits = batch.calls + next.calls <= size.calls && batch.cpu + next.cpu <= size.cpu;
    if (!fits && batch.targets.length > 0) left.push(next);
    else {
      batch.calls += next.calls;
      batch.cpu += next.cpu;
      batch.targets.push(next.one);
    }
  }
  return [...batches.map(({ targets }) => targets), ...assigned(left, size)];
}

const NOTHING: BatchSize = { calls: 0, cpu: 0 };
