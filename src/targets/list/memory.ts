import type { ItemOutcome } from "./item.ts";

/** Limit on all items together in a row of D1, in characters of JSON. */
const MAX_CHARS = 400_000;

/** Upper bound of an item: ten fields of 1,000 escaped characters, and the state of twenty numbers. */
const MAX_ITEM_CHARS = 30_000;

/** Upper bound of the points stored for a watched number. */
const MAX_POINTS = 10;
const POINT_CHARS = 32;

/** Size of an item, including points that may still be added. */
function charsOf({ id, kept }: ItemOutcome): number {
  const points = Object.values(kept!.numbers).reduce((sum, one) => sum + MAX_POINTS - one.points.length, 0);
  return JSON.stringify([id, kept]).length + points * POINT_CHARS;
}

/** Sorts items with changes first, then known ones before new ones, then the latest first. */
function byRank(a: ItemOutcome, b: ItemOutcome): number {
  if (a.changes.length > 0 !== b.changes.length > 0) return a.changes.length > 0 ? -1 : 1;
  return Number(a.fresh) - Number(b.fresh) || b.kept!.seenAt - a.kept!.seenAt;
}

/**
 * Chooses the items to store, within the limits. A stored item stays, unless one with news takes its place. Items that
 * are left out only report their arrival.
 */
export function remembered(rows: ItemOutcome[], mostItems: number): ItemOutcome[] {
  const all = rows.filter(({ kept }) => kept !== null);
  if (all.length <= mostItems && all.length * MAX_ITEM_CHARS <= MAX_CHARS) return all;
  let left = MAX_CHARS;
  const ordered = all.length <= mostItems ? all : all.toSorted(byRank).slice(0, mostItems);
  const sized = ordered.map((row): [ItemOutcome, number] => [row, charsOf(row)]);
  if (sized.reduce((sum, [, size]) => sum + size, 0) <= left) return ordered;
  return sized
    .toSorted(([a], [b]) => byRank(a, b))
    .flatMap(([row, size]) => {
      if (size > left) return [];
      left -= size;
      return row;
    });
}
