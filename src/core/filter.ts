import type { DeliveryStatus } from "./delivery.ts";
import { isObject, type Json } from "./json.ts";

/** Filters of a list of resources, by name. */
export type Narrowed = Record<string, string | number | boolean | undefined>;

export interface EventFilter {
  /** An exact type, `live.*` or `*`. */
  type?: string | undefined;
  targetId?: string | undefined;
  watchlistId?: string | undefined;
  /** Any of these watchlists. */
  watchlistIds?: string[] | undefined;
  /** Bounds of the detection time, inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
  /** Bounds of `startedAt` in its data, inclusive, epoch ms. */
  startedSince?: number | undefined;
  startedUntil?: number | undefined;
  /** The earliest time of occurrence, inclusive, epoch ms. */
  occurredSince?: number | undefined;
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  channelId?: string | undefined;
  eventId?: string | undefined;
}

export const FILTER_OPS = ["eq", "ne", "lt", "lte", "gt", "gte", "in", "contains"] as const;

/** A condition on a field of the event as the API serializes it, such as `data.place`. */
export interface Filter {
  field: string;
  op: (typeof FILTER_OPS)[number];
  value: Json;
}

/**
 * Reports whether the event, as the API serializes it, meets the condition. A missing field is null: it equals only
 * null, and meets nothing but `eq` and its opposite `ne`.
 */
export function passes(filter: Filter, event: Json): boolean {
  const found = valueAt(event, filter.field) ?? null;
  const { op, value } = filter;
  if (op === "eq") return same(found, value);
  if (op === "ne") return !same(found, value);
  if (found === null) return false;
  if (op === "in") return Array.isArray(value) && value.some((one) => same(found, one));
  if (op === "contains") return textOf(found).toLowerCase().includes(textOf(value).toLowerCase());
  const [left, right] = [Number(textOf(found)), Number(textOf(value))];
  // Nothing is less or more than what is no number.
  return op === "lt" ? left < right : op === "lte" ? left <= right : op === "gt" ? left > right : left >= right;
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

const same = (found: Json, value: Json): boolean =>
  found === value || (typeof found !== "object" && textOf(found) === textOf(value));

/** The value at a path such as `data.place`; undefined if there is none. */
export function valueAt(event: Json, field: string): Json | undefined {
  let here: Json | undefined = event;
  for (const key of field.split(".")) here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  return here;
}
