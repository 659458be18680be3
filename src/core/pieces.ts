/** What becomes of each, one after another as they are wanted: never all at once in memory. */
export function* mapped<One, Other>(all: readonly One[], become: (one: One, place: number) => Other): Generator<Other> {
  for (const [place, one] of all.entries()) yield become(one, place);
}

/** A list in pieces of so many, the last of what is left; none of an empty one. */
export const piecesOf = <One>(all: readonly One[], max: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / max) }, (_, n) => all.slice(n * max, (n + 1) * max));
