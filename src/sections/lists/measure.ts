import { isObject, type JsonObject } from "../../core/json.ts";
import { titleOf } from "../../core/item-look.ts";
import { distinguishingOf } from "../distinguish.ts";
import { displayedName } from "../display-name.ts";
import { fieldLabel } from "../field-label.ts";
import type { Frame, HistoryEvent, Past } from "../section.ts";
import { seenOf } from "../watched.ts";
import type { ItemLimit, ItemSurge, ListMeasure, TouchedItem } from "./data.ts";

/** The items with events that were detected in the period. */
export function measureLists(history: Past, { from, to }: Frame): ListMeasure {
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
