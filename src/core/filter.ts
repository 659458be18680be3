import { isObject, type Json } from "./json.ts";

export const FILTER_OPS = ["eq", "ne", "lt", "lte", "gt", "gte", "in", "contains"] as const;

/** A condition on a field of the event as the API shows it, such as `data.place`. */
export interface Filter {
  field: string;
  op: (typeof FILTER_OPS)[number];
  value: Json;
}

/** True where the event (as the API shows it) fulfils the condition; a missing field fulfils only `ne`. */
export function passes(filter: Filter, event: Json): boolean {
  const found = valueAt(event, filter.field);
  const { op, value } = filter;
  if (op === "ne") return !same(found, value);
  if (found === undefined || found === null) return op === "eq" && value === null;
  if (op === "eq") return same(found, value);
  if (op === "in") return Array.isArray(value) && value.some((one) => same(found, one));
  if (op === "contains") return textOf(found).toLowerCase().includes(textOf(value).toLowerCase());
  const [left, right] = [Number(textOf(found)), Number(textOf(value))];
  if (Number.isNaN(left) || Number.isNaN(right)) return false;
  return op === "lt" ? left < right : op === "lte" ? left <= right : op === "gt" ? left > right : left >= right;
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

const same = (found: Json | undefined, value: Json): boolean =>
  found !== undefined && (found === value || (typeof found !== "object" && textOf(found) === textOf(value)));

/** What stands at a path such as `data.place`. */
export function valueAt(event: Json, field: string): Json | undefined {
  let here: Json | undefined = event;
  for (const key of field.split(".")) here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  return here;
}
