import { distinguished } from "../distinguish.ts";
import { periodOf } from "../period.ts";
import type { Frame } from "../section.ts";
import { byName, top } from "../top.ts";
import { watchedOf } from "../watched.ts";
import type { ListMeasure, ListsData, TouchedItem } from "./data.ts";

/** Limit on the lists of the chart. */
const MAX_LISTS = 8;

type Item = TouchedItem & { id: string; name: string };

/** What was new, gone, growing and past a limit in all lists. */
export function concludeLists(measures: ListMeasure[], frame: Frame): ListsData {
  const items = mergedItems(measures);
  const appeared = items.filter(isNew);
  const surged = items.flatMap((one) => (one.surge === null ? [] : { ...one, surge: one.surge }));
  const crossed = items.flatMap((one) => (one.limit === null ? [] : { ...one, limit: one.limit }));
  const still = appeared.filter(({ atEnd }) => atEnd);
  return {
    period: periodOf(frame),
    watched: watchedOf(measures, frame),
    appeared: appeared.length,
    still: still.length,
    gone: items.filter(({ atBegin, atEnd }) => atBegin && !atEnd).length,
    surged: surged.length,
    crossed: crossed.length,
    lists: listsOf(measures),
    fastest: top(surged, (a, b) => b.surge.percent - a.surge.percent || byName(a, b)).map(({ name, surge }) => ({
      title: name,
      ...surge,
    })),
    limits: top(crossed, (a, b) => b.limit.at - a.limit.at || byName(a, b)).map(({ name, limit }) => ({
      title: name,
      ...limit,
    })),
    fresh: top(still, (a, b) => b.foundAt! - a.foundAt! || byName(a, b)).map(({ name, foundAt }) => ({
      title: name,
      at: foundAt!,
    })),
  };
}

/** An item that came in the period. One that was gone and came back was there before. */
const isNew = ({ foundAt, atBegin }: TouchedItem): boolean => foundAt !== null && !atBegin;

/** Merges an item that several lists have. */
function mergedItems(measures: ListMeasure[]): Item[] {
  const merged = new Map<string, TouchedItem>();
  // Of equal values that of the first list counts, so the order does not matter.
  for (const { items } of measures.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    for (const item of items) {
      const known = merged.get(item.itemId);
      merged.set(item.itemId, known === undefined ? item : joined(known, item));
    }
  const named = Array.from(merged, ([id, item]) => {
    const told = id.slice(0, 40);
    return { ...item, id, told, name: item.title ?? told };
  });
  return distinguished(named);
}

const joined = (a: TouchedItem, b: TouchedItem): TouchedItem => ({
  ...a,
  title: a.title ?? b.title,
  foundAt: a.foundAt === null || b.foundAt === null ? (a.foundAt ?? b.foundAt) : Math.max(a.foundAt, b.foundAt),
  atBegin: a.atBegin || b.atBegin,
  atEnd: a.atEnd || b.atEnd,
  surge: b.surge === null || (a.surge !== null && a.surge.percent >= b.surge.percent) ? a.surge : b.surge,
  limit: b.limit === null || (a.limit !== null && a.limit.at >= b.limit.at) ? a.limit : b.limit,
});

function listsOf(measures: ListMeasure[]): ListsData["lists"] {
  const counted = measures.map(({ id, name, told, items }) => ({
    id,
    told,
    name,
    appeared: items.filter(isNew).length,
  }));
  const some = distinguished(counted.filter(({ appeared }) => appeared > 0));
  return top(some, (a, b) => b.appeared - a.appeared || byName(a, b), MAX_LISTS).map(({ name, appeared }) => ({
    name,
    appeared,
  }));
}
