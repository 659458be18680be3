import { median, spread } from "../robust.ts";

/** Growth of one hashtag in the earlier periods, oldest first, and in this one, as logarithms of factors. */
export interface Growths {
  earlier: (number | null)[];
  now: number | null;
}

export interface Score {
  score: number;
  /** True where its own earlier periods say what is usual for it. */
  byOwn: boolean;
}

/** Of fewer values no middle is taken. */
const LEAST = 3;
/** A spread below this (some 2 %) counts as this much, so that who was always the same is not excited by little. */
const FLOOR = 0.02;

/**
 * How far each hashtag's growth is above what is usual, in robust standard deviations. Growth is measured as excess
 * over the group's median of the same period, so that a rise of the whole platform is none. What is usual: the median
 * of its own earlier excesses, else none. A spread is at least what the group shows now: of four values alone it would
 * often be small by chance. Growth counts as the logarithm of the factor: what multiplies all views changes no score.
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
  const evaluated = tags.map((tag) => {
    if (tag.now === null) return null;
    const own = tag.earlier.flatMap((value, period) => {
      const usual = then[period];
      return value === null || usual == null ? [] : value - usual;
    });
    const byOwn = own.length >= LEAST;
    return { byOwn, spread: byOwn ? spread(own) : 0, above: tag.now - now - (byOwn ? median(own)! : 0) };
  });
  const group = spread(evaluated.flatMap((one) => one?.above ?? []));
  return evaluated.map((one) => one && { score: one.above / Math.max(one.spread, group, FLOOR), byOwn: one.byOwn });
}
