import type { Filter } from "../../core/filter.ts";
import type { Json } from "../../core/json.ts";
import { marked } from "./text.ts";

/** The operators of filters in words. */
export const OPERATORS: Record<Filter["op"], string> = {
  eq: marked("is"),
  ne: marked("is not"),
  lt: marked("is below"),
  lte: marked("is at most"),
  gt: marked("is above"),
  gte: marked("is at least"),
  in: marked("is one of"),
  contains: marked("contains"),
};

/** Returns the value of a filter as text. */
export const valueText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
