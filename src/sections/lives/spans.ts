import { instantOf } from "../../core/instant.ts";
import type { Json } from "../../core/json.ts";
import type { Past } from "../section.ts";

/** Epoch ms. */
export type Span = [from: number, to: number];

/** A creator's sessions, in order of their starts, as the spans that polls observed. The open session has no end. */
export function sessionsOf({ events, snapshot, gaps }: Past): Span[][] {
  const ends = new Map<number, number>();
  for (const { type, occurredAt, data } of events) {
    const start = startOf(data["startedAt"]);
    if (type !== "live.ended" || start === null) continue;
    ends.set(start, Math.max(occurredAt, ends.get(start) ?? start));
  }
  const open = startOf(snapshot?.["startedAt"]);
  if (open !== null && !ends.has(open)) ends.set(open, Infinity);
  return Array.from(ends)
    .sort(([a], [b]) => a - b)
    .map(([from, to]) => outside([[from, to]], gaps));
}

const startOf = (value: Json | undefined): number | null => (typeof value === "string" ? instantOf(value) : null);

/** The parts of spans outside of others, which are in order and without overlaps. */
export function outside(spans: Span[], rest: readonly Span[]): Span[] {
  return spans.flatMap(([from, to]) => {
    const left: Span[] = [];
    let at = from;
    for (const [a, b] of inside(rest, from, to)) {
      if (a > at) left.push([at, a]);
      at = b;
    }
    return to > at ? [...left, [at, to] as Span] : left;
  });
}

/** Merges spans that overlap or touch. They must be in order of their starts. */
export function merged(spans: Span[]): Span[] {
  const all: Span[] = [];
  for (const [from, to] of spans) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

/** The parts of spans within a period. */
export function inside(spans: readonly Span[], from: number, to: number): Span[] {
  return spans.flatMap(([a, b]): Span[] => {
    const part: Span = [Math.max(a, from), Math.min(b, to)];
    return part[1] > part[0] ? [part] : [];
  });
}

/** The total length of spans. */
export const lengthOf = (spans: Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** Closes the shortest breaks until at most `max` spans are left. */
export function atMost(spans: Span[], max: number): Span[] {
  if (spans.length <= max) return spans;
  const breaks = spans.slice(1).map(([from], index) => from - spans[index]![1]);
  const shortest = breaks.map((_, index) => index).sort((a, b) => breaks[a]! - breaks[b]! || a - b);
  const closed = new Set(shortest.slice(0, spans.length - max));
  const left: Span[] = [];
  spans.forEach(([from, to], index) => {
    if (index > 0 && closed.has(index - 1)) left.at(-1)![1] = to;
    else left.push([from, to]);
  });
  return left;
}

/**
 * The share of a period in which it is known whether a creator was live, with four digits, rounded down so that only all of it is 1. Time
 * before the creator was added is not known. Null for a period that ends before, and for an empty one.
 */
export function coverageOf(history: Past, from: number, to: number): number | null {
  const whole = to - from;
  if (whole <= 0 || history.target.createdAt >= to) return null;
  return Math.floor(((whole - unknownIn(history, from, to)) * 10_000) / whole) / 10_000;
}

/** The part of a period in which it is not known whether a creator was live, milliseconds. */
export function unknownIn(history: Past, from: number, to: number): number {
  const since = Math.min(Math.max(from, history.target.createdAt), to);
  return since - from + lengthOf(inside(history.gaps, since, to));
}
