import { pattern } from "./pattern.ts";

/** Characters that belong to the one before. */
const merged = pattern(String.raw`[\udc00-\udfff\p{M}\u200d]`, "u");

/** How labels are measured and cut in a script. `cut` ends in "…" if it omits anything. */
export interface Measure {
  width: (text: string) => number;
  cut: (text: string, room: number) => string;
}

/** The share of the width for the part in which labels differ. */
const TAIL = 0.6;

/**
 * Cuts labels to a width. If different labels would look the same, their shared beginning is cut instead:
 * "Kenji…Weekly", "Kenji…Daily". Equal labels stay equal.
 */
export function cutApart(labels: string[], room: number, measure: Measure): string[] {
  const cuts = labels.map((label) => measure.cut(label, room));
  for (const group of Map.groupBy(labels.keys(), (index) => cuts[index]!).values()) {
    const different = new Set(group.map((index) => labels[index]!));
    if (different.size < 2) continue;
    const seam = seamOf([...different]);
    if (seam === 0) continue;
    const tails = cutApart(
      group.map((index) => labels[index]!.slice(seam)),
      room * TAIL,
      measure,
    );
    const headRoom = room - Math.max(...tails.map(measure.width));
    const head = measure.cut(labels[group[0]!]!.slice(0, seam), headRoom);
    group.forEach((index, at) => (cuts[index] = head + tails[at]!));
  }
  return cuts;
}

/** The index at which labels start to differ: the start of the word if it is near, and never inside a character. */
function seamOf([first = "", ...rest]: string[]): number {
  let at = 0;
  while (at < first.length && rest.every((other) => other[at] === first[at])) at++;
  const word = first.lastIndexOf(" ", at - 1) + 1;
  if (word > 0 && at - word <= 8) return word;
  while (at > 0 && merged().test(first.slice(at, at + 1) || rest[0]?.slice(at, at + 1) || "")) at--;
  return at;
}
