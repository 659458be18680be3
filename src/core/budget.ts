import type { Entry } from "./entry.ts";
import { fairShareMs, longestWaitMs, waitedMs } from "./waiting.ts";

/** The budget: a token bucket of `perMinute` calls, refilled evenly over a minute of tick time. */
export interface Bucket {
  tokens: number;
  filledAt: number;
}

/** The bucket at `now`; a bucket that was never filled is full. `rate` (0..1) slows the refill and the size. */
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
 * True where a target must be polled at this tick: it is due before the next one, `spacingMs` away, so that its
 * interval is the longest wait and not the shortest.
 */
export const isDue = (entry: Entry, now: number, spacingMs: number): boolean =>
  entry.claim === 0 && (entry.due <= now || entry.due < now + spacingMs);

/**
 * Whom to poll with `tokens` calls: all that is due, or, where that is more than the tokens for once, first those that have
 * waited as long as anybody may, then by waiting time × weight.
 */
export function choose<T extends Candidate>(
  due: T[],
  tokens: number,
  perMinute: number,
  watchedCalls: number,
  now: number,
): T[] {
  const wanted = due.reduce((sum, { entry }) => sum + entry.calls, 0);
  if (wanted <= tokens) return due;
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
  );
}

/** Of these, in their order, those whose calls the tokens last for. */
export function affordable<T extends Candidate>(ordered: T[], tokens: number): T[] {
  let left = tokens;
  return ordered.filter(({ entry }) => {
    if (entry.calls > left) return false;
    left -= entry.calls;
    return true;
  });
}

/** Of its calls a batch keeps so much for optional ones where polls would take all. */
const HELD_SHARE = 0.05;

/**
 * Targets of a batch that are read last, so that their calls can go to optional ones: a twentieth, at least one where another
 * is left; none where as many calls are spare.
 */
export const heldBackOf = (targets: number, spare: number): number =>
  Math.max(0, Math.min(Math.max(1, Math.floor(targets * HELD_SHARE)) - spare, targets - 1));

/**
 * Deals at most `left` calls to batches that want so many: in equal shares, what one does not want to the others. Where
 * there are fewer calls than batches another one is first each minute (`now`, epoch ms).
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

/** What a batch may hold. */
export interface BatchSize {
  /** Upstream calls. */
  calls: number;
  /** CPU, in live checks. */
  cpu: number;
}

/** A claim or two are lost with a message; more in a row, and its batch may have been too much for an invocation. */
const FORGIVEN_LAPSES = 2;

/** Beyond so many a target is dealt alone anyway. */
const MAX_DOUBLINGS = 6;

/**
 * Deals the chosen into batches of at most `size` (a target's calls stay together), each a fair sample: ids are random,
 * so their order is a shuffle, and every batch gets its turn, those that cost most first. A target whose claims
 * were lost three times and more takes twice the room for each: what ends its invocation again and again is soon alone.
 */
export function deal<T extends { id: string; entry: Pick<Entry, "calls" | "cpuWeight" | "lapses"> }>(
  chosen: T[],
  size: BatchSize,
): T[][] {
  const sized = chosen.map((one) => {
    const calls = one.entry.calls * 2 ** Math.min(Math.max(0, one.entry.lapses - FORGIVEN_LAPSES), MAX_DOUBLINGS);
    return { one, calls, cpu: calls * one.entry.cpuWeight };
  });
  return assigned(
    sized.sort((a, b) => b.cpu - a.cpu || b.calls - a.calls || (a.one.id < b.one.id ? -1 : 1)),
    size,
  );
}

interface Sized<T> extends BatchSize {
  one: T;
}

/** In turn; what no longer fits its batch is dealt again, among others of its fate. */
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
