/** The side of a threshold that was told last: within it (the place is the threshold or better) or beyond. */
type Side = "within" | "beyond";

/** Thresholds whose crossing was told, and to which side. */
export type ReportedSides = Record<string, Side>;

export interface Crossing {
  /** The last threshold crossed in the direction of movement; null where none was. */
  threshold: number | null;
  told: ReportedSides;
}

/**
 * How far past a threshold a place has to be before the way back over it is told: a tenth of it, 2 at least. The first
 * place is as far up as it goes.
 */
export const margin = (threshold: number): number => Math.max(2, Math.ceil(threshold / 10));

/**
 * The thresholds that a move from one place to another crosses; a smaller place is better. A crossing of a threshold
 * that was never told is told at once; once told, the opposite one only where it is clearly past, so that a place that
 * swings around a threshold tells once.
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
  const side = (at: number): Side => (at <= threshold ? "within" : "beyond");
  if (reported === undefined) return side(before) !== to && side(place) === to;
  if (reported === to) return false;
  return to === "within" ? place <= Math.max(1, threshold - margin(threshold)) : place >= threshold + margin(threshold);
}

/** So many polls in a row a place stays on a side inside the margin before that is told as well. */
const HELD_POLLS = 3;

/** By threshold: for how many polls in a row the place has been on the other side than was told. */
export type Strayed = Record<string, number>;

export interface Holding extends Crossing {
  strayed: Strayed;
}

/**
 * Counts one more poll at a place that crossed nothing: a side that has held for three polls is told although it is
 * inside the margin. Measured from the place told last (`from`); a threshold that was never told tells at its crossing.
 */
export function held(
  thresholds: readonly number[],
  reported: ReportedSides,
  strayed: Strayed,
  from: number,
  place: number,
): Holding {
  const to: Side = place < from ? "within" : "beyond";
  const side = (at: number, threshold: number): Side => (at <= threshold ? "within" : "beyond");
  const counts = thresholds
    .filter(
      (one) => reported[one] !== undefined && reported[one] !== to && side(from, one) !== to && side(place, one) === to,
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
