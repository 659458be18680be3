import { median, spread } from "./robust.ts";
import { beforeOf, marksOf } from "./period.ts";
import { type Frame, onceAFrame } from "./section.ts";

/** The growth of something that is counted, such as the views of a hashtag, in earlier periods, oldest first, and in this one, as logarithms of factors. */
export interface Growths {
  earlier: (number | null)[];
  now: number | null;
}

export interface Score {
  score: number;
  /** True if its usual growth is from its own earlier periods. */
  byOwn: boolean;
  /** The same against the group alone, without its own past. */
  apart: number;
}

/** With a smaller count at the start, it grows by chance. */
export const LEAST_COUNT = 1000;

/** The score from which something is a trend. */
const TREND = 3;

export const isTrend = ({ score }: { score: number | null }): boolean => score !== null && score >= TREND;
export const isFading = ({ score }: { score: number | null }): boolean => score !== null && score <= -TREND;

/** What grows on its own, the most unusual growth first: more than the others, and more than it did before. */
export const trendsFirst = <Scored extends { score: number | null; apart: number | null }>(all: Scored[]): Scored[] =>
  all.filter((one) => isTrend(one) && one.apart! > 0).toSorted((a, b) => b.score! - a.score!);

/** The logarithm of a count's growth; null if it is unknown, too small, or fell to none. */
export const growthOf = (before: number | null | undefined, after: number | null | undefined): number | null =>
  before == null || after == null || before < LEAST_COUNT || after <= 0 ? null : Math.log(after / before);

/** The number of previous periods of the same length, from which usual growth is derived. */
export const EARLIER = 4;

/** The places in the grid of the compared period, of the first earlier one, and of this one's start. */
export const BEFORE = 0;
export const FIRST_EARLIER = 2;
export const BEGIN = FIRST_EARLIER + EARLIER;

/** The compared period, the starts of earlier periods, then the start and steps of this one. */
export const scoredGrid = onceAFrame((frame: Frame) => [
  beforeOf(frame).from,
  beforeOf(frame).to,
  ...Array.from({ length: EARLIER }, (_, index) => frame.from - (EARLIER - index) * (frame.to - frame.from)),
  ...marksOf(frame),
]);

/** The minimum number of values for a median. */
const LEAST = 3;
/** The smallest spread (about 2 %), so that small changes of a steady one do not get a high score. */
const FLOOR = 0.02;

/**
 * Scores how far each one's growth is above its usual growth, in robust standard deviations. Growth is the excess
 * over the group's median in the same period, so that a rise of the whole platform does not count. The usual excess is
 * the median of its own earlier ones, otherwise zero. The spread is at least that of the group now, because four values
 * alone often have a small one by chance. Growth is the logarithm of the factor: scaling all views changes no score.
 */
export function scoresOf(tags: Growths[]): (Score | null)[] {
  const periods = tags[0]?.earlier.length ?? 0;
  const middle = (values: (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length < LEAST ? null : median(known);
  };
  const now = middle(tags.map((tag) => tag.now));
  if (now === null) return tags.map(() => null);
  const then = Array.from({ length: periods }, (_, period) =>
    middle(tags.map(({ earlier }) => earlier[period] ?? null)),
  );
  const width = Math.max(spread(tags.flatMap((tag) => tag.now ?? [])), FLOOR);
  const evaluated = tags.map((tag) => {
    if (tag.now === null) return null;
    const own = tag.earlier.flatMap((value, period) => {
      const usual = then[period];
      return value === null || usual == null ? [] : value - usual;
    });
    const byOwn = own.length >= LEAST;
    const excess = tag.now - now;
    return {
      byOwn,
      spread: byOwn ? spread(own) : 0,
      above: excess - (byOwn ? median(own)! : 0),
      apart: excess / width,
    };
  });
  const group = spread(evaluated.flatMap((one) => one?.above ?? []));
  return evaluated.map(
    (one) => one && { score: one.above / Math.max(one.spread, group, FLOOR), byOwn: one.byOwn, apart: one.apart },
  );
}
