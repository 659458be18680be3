import type { Met } from "./item.ts";

/** What all items together may take of a row of D1, in characters of JSON; their points still grow. */
const MAX_CHARS = 380_000;

/** No item takes more: ten fields of 300 characters, each escaped, and what is remembered of twenty numbers. */
const MAX_ITEM_CHARS = 20_000;

/** What a watched number may come to take: its points of a day. */
const POINTS_CHARS = 250;

/**
 * The items that are remembered, in this order as many as there may be: those that are known already come first, so that one
 * which is remembered stays so. What is left out tells nothing but its arrival.
 */
export function remembered(rows: Met[], mostItems: number): Met[] {
  const stay = rows.filter(({ kept }) => kept !== null).slice(0, mostItems);
  if (stay.length * MAX_ITEM_CHARS <= MAX_CHARS) return stay;
  let left = MAX_CHARS;
  return stay.filter((row) => {
    const size = JSON.stringify([row.id, row.kept]).length + POINTS_CHARS * Object.keys(row.kept!.numbers).length;
    if (size > left) return false;
    left -= size;
    return true;
  });
}
