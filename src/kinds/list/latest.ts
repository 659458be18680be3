import { titleOf } from "../../core/item-look.ts";
import { withColon, type Say } from "../../core/sentence.ts";
import {
  doubtText,
  fieldValue,
  LEAST_MS,
  movedIn,
  movedText,
  named,
  NEWS_MS,
  percentOf,
  spanText,
  type Moved,
  type Past,
} from "../news.ts";
import { listed, summaryOf, type KnownItem, type ListState } from "./view.ts";

/** Smaller counts grow by chance. */
const LEAST_COUNT = 1000;

/** The items that appeared in the last seven days, or since the first check if that is later. */
function appeared(rows: KnownItem[], now: number, say: Say): string | null {
  const first = rows.reduce((least, { seenAt }) => Math.min(least, seenAt), Infinity);
  const from = Math.max(first, now - NEWS_MS);
  if (now - from < LEAST_MS) return null;
  const fresh = rows.filter(({ seenAt, held }) => seenAt > from && held === undefined);
  const span = spanText(now - from, say);
  if (fresh.length === 0) return say.text("Nothing new {span}", { span });
  const newest = fresh.reduce((a, b) => (b.seenAt > a.seenAt ? b : a));
  const title = titleOf(newest.fields);
  if (title === null)
    return say.plural(fresh.length, "{n} item appeared {span}", "{n} items appeared {span}", { span });
  return say.plural(fresh.length, "{n} item appeared {span}: {newest}", "{n} items appeared {span}, newest: {newest}", {
    span,
    newest: named(title),
  });
}

/** The growth as it is written, regardless of its direction: percent with one decimal. */
const tenths = (moved: Moved): number => Math.round(Math.abs(percentOf(moved)) * 10);

/** The number of an item that grew most, by its series. */
function grown(rows: [id: string, KnownItem][], past: Past, say: Say): string | null {
  const [top] = rows
    .flatMap(([id, { fields, numbers }]) => {
      const title = titleOf(fields);
      if (title === null) return [];
      return Object.entries(numbers).flatMap(([field, { value, unreadableSince, points }]) => {
        const moved = movedIn(past, `${field}:${id}`, value, points);
        if (unreadableSince !== undefined || moved === null || moved.before < LEAST_COUNT) return [];
        return percentOf(moved) === 0 ? [] : [{ title, field, moved }];
      });
    })
    // Of those that grew alike as they are written, the largest.
    .toSorted((a, b) => tenths(b.moved) - tenths(a.moved) || b.moved.after - a.moved.after);
  if (top === undefined) return null;
  const value = fieldValue(top.field, top.moved.after, say);
  return movedText(withColon(say.language, named(top.title), value), top.moved, past.now, say);
}

/** What appeared and what grew most: "4 items appeared in 7 days, newest: Day one · Part two: plays 2M, up 40K in 7 days". */
export function listNews(state: ListState, past: Past, say: Say): string {
  if (state.doubt !== null) return doubtText(say);
  const rows = listed(state);
  if (rows.length === 0) return summaryOf(state, say);
  const news = [
    appeared(
      rows.map(([, row]) => row),
      past.now,
      say,
    ),
    grown(rows, past, say),
  ].filter((one) => one !== null);
  return news.length > 0 ? news.join(" · ") : movedText(summaryOf(state, say), null, past.now, say);
}
