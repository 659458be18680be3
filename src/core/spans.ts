import { pastDateLabel } from "./calendar.ts";
import { DAY_MS, spokenDuration, spokenHours } from "./duration.ts";
import { instantOf, iso } from "./instant.ts";
import { isObject, type Json } from "./json.ts";
import type { Language } from "./language.ts";
import { coreWords } from "./core-words.ts";

const HOUR_SECONDS = 3600;

/** Longer periods are named by their first day. */
const LONGEST_LENGTH_MS = 3 * DAY_MS;

/**
 * A growth with its period, `from` and `to` as epoch ms: "+25% in 24 h", or "+25% since 18 Nov" (UTC) if that is longer
 * than three days. If `from` is unknown, the growth only.
 */
export function growthWithin(language: Language, growth: string, from: number | null, to: number): string {
  if (growth === "" || from === null || from > to) return growth;
  const { within, since } = coreWords[language];
  if (to - from > LONGEST_LENGTH_MS) return since(growth, pastDateLabel(language, from, to));
  const seconds = (to - from) / 1000;
  const rounded = seconds < HOUR_SECONDS ? seconds : Math.round(seconds / HOUR_SECONDS) * HOUR_SECONDS;
  return within(growth, lengthText(language, rounded));
}

/** A period of up to three days in hours: "24 h", "36 h". */
const lengthText = (language: Language, seconds: number): string =>
  seconds < HOUR_SECONDS ? spokenDuration(language, seconds) : spokenHours(language, seconds * 1000);

/** A span of time, epoch ms. */
export interface Span {
  from: number;
  to: number;
}

/** The total length of spans that do not overlap, milliseconds. */
export const lengthOf = (spans: Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** The parts of spans between two instants. */
export const clipped = (spans: Span[], from: number, to: number): Span[] =>
  spans.map((one) => ({ from: Math.max(from, one.from), to: Math.min(to, one.to) })).filter((one) => one.to > one.from);

/** The parts of a span outside of the gaps, which must be in order and without overlaps. */
export function without({ from, to }: Span, gaps: Span[]): Span[] {
  const left: Span[] = [];
  let at = from;
  for (const gap of clipped(gaps, from, to)) {
    if (gap.from > at) left.push({ from: at, to: gap.from });
    at = Math.max(at, gap.to);
  }
  if (to > at) left.push({ from: at, to });
  return left;
}

/** Appends a span to ordered ones. If there are more than `max`, the two with the shortest gap are merged. */
export function withSpan(spans: Span[], { from, to }: Span, max: number): Span[] {
  const last = spans.at(-1);
  if (last !== undefined && from <= last.to)
    return [...spans.slice(0, -1), { from: last.from, to: Math.max(to, last.to) }];
  const all = [...spans, { from, to }];
  if (all.length <= max) return all;
  const breaks = all.slice(1).map((one, index) => one.from - all[index]!.to);
  const shortest = breaks.indexOf(Math.min(...breaks));
  return all.flatMap((one, index) => {
    if (index === shortest + 1) return [];
    return index === shortest ? { from: one.from, to: all[index + 1]!.to } : one;
  });
}

/** Serializes spans for the API and events. */
export const displayedSpans = (spans: Span[]): { from: string; to: string }[] =>
  spans.map(({ from, to }) => ({ from: iso(from), to: iso(to) }));

/** Parses what `shownSpans` wrote. Anything else is ignored. */
export const spansIn = (displayed: Json | undefined): Span[] =>
  (Array.isArray(displayed) ? displayed : []).flatMap((one) => {
    if (!isObject(one)) return [];
    const [from, to] = [one["from"], one["to"]].map((at) => (typeof at === "string" ? instantOf(at) : null));
    return from == null || to == null || to <= from ? [] : { from, to };
  });
