import type { Bars } from "../../core/chart.ts";
import { titleOf } from "../../core/item-look.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { displayedName, distinguished, distinguishingOf, fieldLabel } from "../distinguish.ts";
import { periodOf, spanText } from "../period.ts";
import type { DigestContext, Frame, HistoryEvent, Past, Section } from "../section.ts";
import { byName, top } from "../fact.ts";
import { seenOf, watchedOf } from "../watched.ts";
import type { ItemLimit, ItemSurge, ListMeasure, ListsData, TouchedItem } from "./data.ts";
import { listFact, listFigures, listNote, listTables } from "./words.ts";
import { listsWords } from "./words/words.ts";

const grown = ["itemId", "fields", "field", "before", "after"];

/** The lists with most new items. */
function listChart({ lists }: ListsData, telling: DigestContext): Bars | null {
  if (lists.length === 0) return null;
  const { language } = telling;
  const words = listsWords[language];
  const span = spanText(telling);
  const rows = lists.map(({ name, appeared }) => ({
    label: name,
    value: appeared,
    text: grouped(language, appeared),
    detail: null,
  }));
  const which = rows.map(({ label, text }) => `${cut(label, 60)} ${text}`).join("; ");
  const head = { title: words.chart, subtitle: words.subtitle(span), alt: cut(words.alt(span, which), 1000) };
  return { form: "bars", ...head, note: null, rows };
}

/** The items with events that were detected in the period. */
function measureLists(history: Past, { from, to }: Frame): ListMeasure {
  const within = history.events
    .filter(({ detectedAt, data }) => detectedAt > from && detectedAt <= to && isId(data["itemId"]))
    .sort((a, b) => a.detectedAt - b.detectedAt);
  const byItem = Map.groupBy(within, ({ data }) => data["itemId"] as string);
  const { name } = history.target;
  const rows = history.snapshot?.["items"];
  const listed = new Set(
    Array.isArray(rows) ? rows.flatMap((row) => (isObject(row) ? (row["itemId"] ?? []) : [])) : [],
  );
  return {
    ...seenOf(history),
    name: displayedName(name) ?? "",
    told: distinguishingOf(history.target),
    items: Array.from(byItem, ([itemId, events]) => itemOf(itemId, events, listed.has(itemId))),
  };
}

const isId = (value: unknown): boolean => typeof value === "string" && value !== "";

/** `listed` is true if the list has it now: what was gone may be back, which is no event. */
function itemOf(itemId: string, events: HistoryEvent[], listed: boolean): TouchedItem {
  const turns = events.filter(({ type }) => type === "item.appeared" || type === "item.gone");
  const [first, last] = [turns[0], turns.at(-1)];
  const titled = events.findLast(({ data }) => titleIn(data) !== null);
  return {
    itemId,
    title: titled === undefined ? null : titleIn(titled.data),
    foundAt: turns.findLast(({ type }) => type === "item.appeared")?.detectedAt ?? null,
    atBegin: first?.type !== "item.appeared",
    atEnd: listed || last?.type !== "item.gone",
    surge: strongestOf(events.flatMap(surgeIn)),
    limit: events.flatMap(limitIn).at(-1) ?? null,
  };
}

const titleIn = ({ fields }: JsonObject): string | null => (isObject(fields) ? displayedName(titleOf(fields)) : null);

const strongestOf = (surges: ItemSurge[]): ItemSurge | null =>
  surges.reduce<ItemSurge | null>((best, one) => (best === null || one.percent > best.percent ? one : best), null);

function surgeIn({ type, data }: HistoryEvent): ItemSurge[] {
  const field = fieldLabel(data["field"]);
  const [before, after, percent] = [numberIn(data, "before"), numberIn(data, "after"), numberIn(data, "percent")];
  if (type !== "item.surged" || field === null || before === null || after === null) return [];
  return percent === null || percent <= 0 ? [] : [{ field, before, after, percent }];
}

function limitIn({ type, data, detectedAt }: HistoryEvent): ItemLimit[] {
  const field = fieldLabel(data["field"]);
  const [after, limit] = [numberIn(data, "after"), numberIn(data, "threshold")];
  if (type !== "item.crossed" || field === null || after === null || limit === null) return [];
  return [{ field, limit, above: after > limit, at: detectedAt }];
}

const numberIn = (data: JsonObject, name: string): number | null => {
  const value = data[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

/** Limit on the lists of the chart. */
const MAX_LISTS = 8;

type Item = TouchedItem & { id: string; name: string };

/** What was new, gone, growing and past a limit in all lists. */
function concludeLists(measures: ListMeasure[], frame: Frame): ListsData {
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

/** Items of lists that are new, gone, growing fast or past a limit. */
export const lists: Section<ListMeasure, ListsData> = {
  name: "lists",
  title: (language) => listsWords[language].title,
  optional: true,
  kind: "list",
  events: {
    "item.appeared": ["itemId", "fields"],
    "item.gone": ["itemId", "fields"],
    "item.crossed": [...grown, "threshold"],
    "item.surged": [...grown, "percent"],
  },
  eventsFrom: ({ from }) => from,
  series: [],
  grid: () => [],
  measure: measureLists,
  conclude: concludeLists,
  figures: listFigures,
  tables: listTables,
  fact: listFact,
  note: listNote,
  chart: listChart,
};
