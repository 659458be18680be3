/** A list in pieces of so many, the last of what is left; none of an empty one. */
export const piecesOf = <One>(all: readonly One[], most: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most));
