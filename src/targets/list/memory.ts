import type { Met } from "./item.ts";

/** What all items together may take of a row of D1, in characters of JSON. */
const MAX_CHARS = 400_000;

/** No item takes more: ten fields of 1,000 characters, each escaped, and what is remembered of twenty numbers. */
const MAX_ITEM_CHARS = 30_000;

/** What a watched number may come to take: ten points of a day. */
const MAX_POINTS = 10;
const POINT_CHARS = 32;

/** What an item takes, the points included that will come. */
function charsOf({ id, kept }: Met): number {
  const points = Object.values(kept!.numbers).reduce((sum, one) => sum + MAX_POINTS - one.points.length, 0);
  return JSON.stringify([id, kept]).length + points * POINT_CHARS;
}

/** What has just been told comes first, then what is known already, the youngest before the others. */
function byRank(a: Met, b: Met): number {
  if (a.changes.length > 0 !== b.changes.length > 0) return a.changes.length > 0 ? -1 : 1;
  return Number(a.fresh) - Number(b.fresh) || b.kept!.seenAt - a.kept!.seenAt;
}

/**
 * The items that are remembered, as many as there may be. One that is remembered stays so, as long as no news takes its place; what
 * is left out tells nothing but its arrival.
 */
export function remembered(rows: Met[], mostItems: number): Met[] {
  const all = rows.filter(({ kept }) => kept !== null);
  if (all.length <= mostItems && all.length * MAX_ITEM_CHARS <= MAX_CHARS) return all;
  let left = MAX_CHARS;
  const ordered = all.length <= mostItems ? all : all.toSorted(byRank).slice(0, mostItems);
  const sized = ordered.map((row): [Met, number] => [row, charsOf(row)]);
  if (sized.reduce((sum, [, size]) => sum + size, 0) <= left) return ordered;
  return sized
    .toSorted(([a], [b]) => byRank(a, b))
    .flatMap(([row, size]) => {
      if (size > left) return [];
      left -= size;
      return row;
    });
}
