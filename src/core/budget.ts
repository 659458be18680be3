import type { Entry } from "./sheet.ts";

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
 * Whom to poll with `tokens` calls: all that is due, or, where that is more than the tokens, first those that have
 * waited three times the fair share, then by waiting time × weight. Returns them with the number left out.
 */
export function choose(
  due: Candidate[],
  tokens: number,
  perMinute: number,
  watchedCalls: number,
  now: number,
): { chosen: Candidate[]; late: number } {
  const wanted = due.reduce((sum, { entry }) => sum + entry.calls, 0);
  if (wanted <= tokens) return { chosen: due, late: 0 };
  const fairMs = (watchedCalls / perMinute) * 60_000;
  // A target that was never polled has waited since it was due first.
  const waited = ({ entry }: Candidate) => now - (entry.last || entry.due);
  const urgency = (one: Candidate) =>
    waited(one) >= Math.max(3 * fairMs, one.entry.intervalSeconds * 1000)
      ? Number.MAX_VALUE / 2
      : waited(one) * one.entry.weight;
  const ordered = due
    .map((one) => ({ one, urgency: urgency(one) }))
    .sort((a, b) => b.urgency - a.urgency || a.one.entry.due - b.one.entry.due);
  const chosen: Candidate[] = [];
  let left = tokens;
  for (const { one } of ordered) {
    if (one.entry.calls > left) continue;
    left -= one.entry.calls;
    chosen.push(one);
  }
  return { chosen, late: due.length - chosen.length };
}

/**
 * Deals the chosen into batches of at most `size` calls (a target's calls stay together), each a fair sample: ids are
 * random, so their order is a shuffle, and each goes where the fewest calls are.
 */
export function deal<T extends { id: string; entry: { calls: number } }>(chosen: T[], size: number): T[][] {
  const total = chosen.reduce((sum, { entry }) => sum + entry.calls, 0);
  const batches = Array.from({ length: Math.ceil(total / size) }, () => ({ calls: 0, targets: [] as T[] }));
  for (const one of chosen.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    let least = batches.reduce((best, batch) => (batch.calls < best.calls ? batch : best));
    if (least.calls + one.entry.calls > size && least.calls > 0) batches.push((least = { calls: 0, targets: [] }));
    least.calls += one.entry.calls;
    least.targets.push(one);
  }
  return batches.map(({ targets }) => targets);
}
