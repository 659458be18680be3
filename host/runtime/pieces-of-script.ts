import { bisector } from "d3-array";

/** A part of a text, or a text to insert. */
export type Piece = [from: number, to: number] | string;

/** A text composed of pieces of another. */
interface Moved {
  text: string;
  /** The new position of a character of the other text. */
  placeOf: (at: number) => number;
}

const byFrom = bisector(({ from }: { from: number }) => from);

/** Puts the pieces of a text into a new order. Each of its characters must be in one of them. */
export function movedTo(original: string, pieces: Piece[]): Moved {
  const runs: { from: number; at: number }[] = [];
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    else {
      const [from, to] = piece;
      if (from < to) runs.push({ from, at: text.length });
      text += original.slice(from, to);
    }
  }
  runs.sort((a, b) => a.from - b.from);
  return {
    text,
    placeOf(place) {
      const { from, at } = runs[byFrom.right(runs, place) - 1]!;
      return at + place - from;
    },
  };
}
