/** Maps a list lazily, so that the results are never all in memory. */
export function* mapLazily<One, Other>(
  all: readonly One[],
  become: (one: One, place: number) => Other,
): Generator<Other> {
  for (const [place, one] of all.entries()) yield become(one, place);
}

/** Splits a list into chunks of at most `max` items. An empty list has none. */
export const chunksOf = <One>(all: readonly One[], max: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / max) }, (_, n) => all.slice(n * max, (n + 1) * max));
