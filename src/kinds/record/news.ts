import type { Say } from "../../core/sentence.ts";
import { withNumbers } from "../../core/watched-number.ts";
import { fieldValue, movedIn, movedText, percentOf, type Past } from "../news.ts";
import { summaryOf, type RecordState } from "./view.ts";

const MAX_NUMBERS = 2;

/** The numbers that changed most: "followers 12.4K, up 300 (+2.5%) in 7 days". */
export function recordNews(state: RecordState, past: Past, say: Say): string {
  const { fields, numbers, missing } = state;
  const known = Object.entries(withNumbers(fields, numbers, missing));
  const read = known.flatMap(([field, value]) => (typeof value === "number" ? [{ field, value }] : []));
  if (read.length === 0)
    return known.some(([, value]) => value === null) ? say.text("can't be read") : summaryOf(state, say);
  const moves = read
    .flatMap(({ field, value }) => {
      const moved = movedIn(past, field, value, numbers[field]?.points);
      return moved === null ? [] : [{ field, moved }];
    })
    .toSorted((a, b) => Math.abs(percentOf(b.moved)) - Math.abs(percentOf(a.moved)));
  if (moves.length === 0) {
    const now = read.slice(0, MAX_NUMBERS).map(({ field, value }) => fieldValue(field, value, say));
    return movedText(now.join(" · "), null, past.now, say);
  }
  return moves
    .slice(0, MAX_NUMBERS)
    .map(({ field, moved }) => {
      const what = fieldValue(field, moved.after, say);
      return movedText(what, moved, past.now, say);
    })
    .join(" · ");
}
