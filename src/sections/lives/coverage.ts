import { instantOf } from "../../core/parse-instant.ts";
import { spansIn } from "../../core/spans.ts";
import type { Past } from "../section.ts";
import { inside, lengthOf, merged, type Span } from "./spans.ts";

/**
 * The share of a period in which it is known whether a creator was live, with four digits: 0.9917 is 99.17 %. Null if
 * it is empty.
 */
export function coverageOf(history: Past, from: number, to: number): number | null {
  if (to <= from) return null;
  return Math.round((1 - unknownIn(history, from, to) / (to - from)) * 10_000) / 10_000;
}

/** The part of a period in which it is not known whether a creator was live, milliseconds. */
export const unknownIn = (history: Past, from: number, to: number): number =>
  lengthOf(inside(unknownSpans(history), from, to));

/** The spans in which the state was unknown: between `target.unknown` and `target.known`, and within streams. */
export function unknownSpans({ events, unknownSince }: Past): Span[] {
  const spans: Span[] = [];
  let since: number | null = null;
  for (const { type, occurredAt, data } of events) {
    if (type === "target.unknown") since ??= sinceOf(data["since"], occurredAt);
    if (type === "target.known") {
      const from = since ?? sinceOf(data["since"], occurredAt);
      if (occurredAt > from) spans.push([from, occurredAt]);
      since = null;
    }
    spans.push(...spansIn(data["unknown"]).map((one): Span => [one.from, one.to]));
  }
  const open = unknownSince ?? since;
  if (open !== null) spans.push([open, Infinity]);
  return merged(spans.toSorted(([a], [b]) => a - b));
}

const sinceOf = (value: unknown, otherwise: number): number =>
  (typeof value === "string" ? instantOf(value) : null) ?? otherwise;
