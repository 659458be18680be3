import { median, spread } from "../robust.ts";

/** The growth of a hashtag in earlier periods, oldest first, and in this one, as logarithms of factors. */
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

/** The minimum number of values for a median. */
const LEAST = 3;
/** The smallest spread (about 2 %), so that small changes of a steady hashtag do not get a high score. */
const FLOOR = 0.02;

/**
 * Scores how far each hashtag's growth is above its usual growth, in robust standard deviations. Growth is the excess
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
