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
