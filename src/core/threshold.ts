/** The last reported side of a threshold: within it (the place is the threshold or better), or beyond. */
type Side = "within" | "beyond";

const sideOf = (place: number, threshold: number): Side => (place <= threshold ? "within" : "beyond");

/** Reports whether two places are on different sides of a threshold. */
export const isAcross = (threshold: number, one: number, other: number): boolean =>
  sideOf(one, threshold) !== sideOf(other, threshold);

/** Thresholds with a reported crossing, and its side. */
export type ReportedSides = Record<string, Side>;

export interface Crossing {
  /** The last threshold crossed in the direction of the move; null for none. */
  threshold: number | null;
  told: ReportedSides;
}

/**
 * How far past a threshold a place must be before the way back is reported: a tenth of the threshold, at least 2. The
 * first place is the limit at the top.
 */
export const margin = (threshold: number): number => Math.max(2, Math.ceil(threshold / 10));

/**
 * Returns the thresholds that a move between places crosses; a smaller place is better. The first crossing of a
 * threshold is reported immediately. Later ones are reported only if the place is clearly past the threshold on the
 * other side, so that a place that swings around a threshold is reported once.
 */
export function crossed(
  thresholds: readonly number[],
  reported: ReportedSides,
  before: number,
  place: number,
): Crossing {
  const to: Side = place < before ? "within" : "beyond";
  const now = thresholds.filter((threshold) => flips(threshold, reported[threshold], before, place, to));
  if (place === before || now.length === 0) return { threshold: null, told: reported };
  return {
    threshold: to === "within" ? Math.min(...now) : Math.max(...now),
    told: { ...reported, ...Object.fromEntries(now.map((threshold) => [threshold, to])) },
  };
}

function flips(threshold: number, reported: Side | undefined, before: number, place: number, to: Side): boolean {
  if (reported === undefined) return sideOf(before, threshold) !== to && sideOf(place, threshold) === to;
  if (reported === to) return false;
  return to === "within" ? place <= Math.max(1, threshold - margin(threshold)) : place >= threshold + margin(threshold);
}

/** A place that stays on a side for this many consecutive polls is reported even within the margin. */
const HELD_POLLS = 3;

/** By threshold: for how many consecutive polls the place has been on the side that was not reported. */
export type Strayed = Record<string, number>;

export interface Holding extends Crossing {
  strayed: Strayed;
}

/**
 * Counts one more poll that crossed nothing. A side that has held for three polls is reported although it is within the
 * margin. `from` is the last reported place. Thresholds without a reported crossing are ignored.
 */
export function held(
  thresholds: readonly number[],
  reported: ReportedSides,
  strayed: Strayed,
  from: number,
  place: number,
): Holding {
  const to: Side = place < from ? "within" : "beyond";
  const counts = thresholds
    .filter(
      (one) =>
        reported[one] !== undefined && reported[one] !== to && sideOf(from, one) !== to && sideOf(place, one) === to,
    )
    .map((one): [number, number] => [one, (strayed[one] ?? 0) + 1]);
  const now = counts.flatMap(([threshold, polls]) => (polls >= HELD_POLLS ? threshold : []));
  if (now.length === 0) return { threshold: null, told: reported, strayed: Object.fromEntries(counts) };
  return {
    threshold: to === "within" ? Math.min(...now) : Math.max(...now),
    told: { ...reported, ...Object.fromEntries(now.map((threshold) => [threshold, to])) },
    strayed: {},
  };
}
