import type { Filter } from "../../../core/filter.ts";
import type { Json } from "../../../core/json.ts";

/** The operators of filters in words. */
export const OPERATORS: Record<Filter["op"], string> = {
  eq: "is",
  ne: "is not",
  lt: "is below",
  lte: "is at most",
  gt: "is above",
  gte: "is at least",
  in: "is one of",
  contains: "contains",
};

/** Returns the value of a filter as text. */
export const valueText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
