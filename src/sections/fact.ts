import { MAX_TABLE_ROWS } from "../core/report.ts";

/**
 * The first rows in an order, without sorting the rest. The order must be strict, so ties must be broken by something
 * unique.
 */
export function top<T>(rows: Iterable<T>, order: (a: T, b: T) => number, max = MAX_TABLE_ROWS): T[] {
  const first: T[] = [];
  for (const row of rows) {
    if (first.length === max && order(row, first[max - 1]!) >= 0) continue;
    let place = first.length;
    while (place > 0 && order(row, first[place - 1]!) < 0) place--;
    first.splice(place, 0, row);
    if (first.length > max) first.pop();
  }
  return first;
}

/** Compares by name, then by id, in the order of code units, so it is the same everywhere. */
export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

/**
 * What a section would say in half a sentence, without a full stop. It starts with a name or number, so that it fits
 * anywhere: "Maria was live twice as long as the week before". `strength` is comparable across sections: 1 for
 * doubled or halved, 2 for fourfold, 0 for nothing.
 */
export interface Fact {
  text: string;
  strength: number;
  /** The label of the section's figure with the same content; null for none. */
  figure: string | null;
}

/**
 * The strength of a change, in doublings. `more` is added to both amounts, so that changes of small amounts weigh less.
 */
export const doublings = (before: number, after: number, more: number): number =>
  Math.abs(Math.log2((after + more) / (before + more)));

/** The strongest fact, the first of equals; null if there is none. */
export function strongest(facts: (Fact | null)[]): Fact | null {
  let best: Fact | null = null;
  for (const fact of facts) if (fact !== null && (best === null || fact.strength > best.strength)) best = fact;
  return best;
}
