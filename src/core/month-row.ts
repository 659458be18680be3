import { DAY_MS } from "./duration.ts";
import { SEQ_PER_MS } from "./event.ts";
import { daysBefore, instantOf } from "./instant.ts";
import type { Json } from "./json.ts";

/** The events that months hold of a creator. */
const ROLLED_TYPES = ["live.ended", "live.no_show"] as const;

export type RolledType = (typeof ROLLED_TYPES)[number];

/** What reports need of an event. All instants are epoch ms. */
export interface RolledEvent {
  /** Its place among all events. */
  seq: number;
  type: RolledType;
  occurredAt: number;
  detectedAt: number;
  /** Of the end of a stream: its start, and its most viewers. */
  startedAt: number | null;
  peakViewers: number | null;
  /** Of the end of a stream: the last poll before its start, and the last that saw it. */
  startedAfter: number | null;
  seenUntil: number | null;
}

/** A viewer sample: when (epoch ms), and how many. */
export type ViewerSample = [at: number, viewers: number];

/** A stretch without knowledge of the state, epoch ms. */
export type GapSpan = [from: number, to: number];

/** Reads an event's data; anything unexpected in it is left out. */
export function rolledEvent(
  of: Pick<RolledEvent, "seq" | "type" | "occurredAt" | "detectedAt">,
  data: Record<"startedAt" | "startedAfter" | "seenUntil" | "peakViewers", Json>,
): RolledEvent {
  const instant = (value: Json): number | null => (typeof value === "string" ? instantOf(value) : null);
  const ended = of.type === "live.ended";
  return {
    ...of,
    startedAt: instant(data.startedAt),
    peakViewers: typeof data.peakViewers === "number" ? data.peakViewers : null,
    startedAfter: ended ? instant(data.startedAfter) : null,
    seenUntil: ended && typeof data.seenUntil === "number" ? data.seenUntil : null,
  };
}

/** From when on an event matters. */
export function beginOf({ occurredAt, startedAt, startedAfter }: RolledEvent): number {
  // A stream that starts soon after a month can have started in it. What was not polled for longer is unknown anyway.
  const before = startedAt === null || startedAfter === null ? startedAt : Math.max(startedAfter, startedAt - DAY_MS);
  return Math.min(occurredAt, before ?? occurredAt);
}

/**
 * `[type, seq, occurred, detected after it]`, counted from the month's start. Of the end of a stream also its start,
 * most viewers, and how long before its start and its end the polls before them were.
 */
type StoredEvent = [
  ...[number, number, number, number],
  ...([] | [started: number | null, peak: number | null, beforeStart: number | null, beforeEnd: number | null]),
];

const minus = (at: number | null, other: number | null): number | null =>
  at === null || other === null ? null : at - other;

// A row of a calendar month (UTC) also holds the hours around it that are in that month in some zone, so that a month of
// any zone is within one row. Local time is 14 hours ahead of UTC at most, and 12 behind.
const AHEAD_MS = 14 * 3_600_000;
const BEHIND_MS = 12 * 3_600_000;

/** The most months that something long belongs to: the last ones. */
const MAX_MONTHS = 36;

const MEAN_MONTH_MS = (365.2425 / 12) * DAY_MS;

/** The start of a calendar month (UTC), epoch ms. */
export function monthStart(month: number): number {
  const year = Math.floor(month / 12);
  return daysBefore(1970 + year, month - 12 * year + 1, 1) * DAY_MS;
}

/** The number of a calendar month (UTC): months since January 1970. */
export function monthAt(at: number): number {
  const month = Math.floor(at / MEAN_MONTH_MS);
  return [month + 1, month].find((one) => monthStart(one) <= at) ?? month - 1;
}

/** What a month's row holds, epoch ms: `from` inclusive, `to` exclusive. */
export const windowOf = (month: number): { from: number; to: number } => ({
  from: monthStart(month) - AHEAD_MS,
  to: monthStart(month + 1) + BEHIND_MS,
});

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The months whose rows hold something that lasted from one instant to another, both included. */
export function monthsHolding(from: number, to: number): number[] {
  const last = monthAt(to + AHEAD_MS);
  return range(Math.max(monthAt(from - BEHIND_MS), last - MAX_MONTHS + 1), last);
}

/** The fewest months whose rows together hold everything between two instants. */
export function monthsCovering(from: number, to: number): number[] {
  const first = monthAt(from + AHEAD_MS);
  let last = first;
  while (windowOf(last).to < to) last++;
  return range(first, last);
}

/** Writes events compactly, in order. */
export function eventsText(month: number, events: RolledEvent[]): string {
  const start = monthStart(month);
  const stored = events.map((one): StoredEvent => [
    ROLLED_TYPES.indexOf(one.type),
    one.seq - start * SEQ_PER_MS,
    one.occurredAt - start,
    one.detectedAt - one.occurredAt,
    ...(one.type === "live.ended"
      ? ([
          minus(one.startedAt, start),
          one.peakViewers,
          minus(one.startedAt, one.startedAfter),
          minus(one.occurredAt, one.seenUntil),
        ] as const)
      : ([] as const)),
  ]);
  return JSON.stringify(stored);
}

/** Reads what `eventsText` wrote. */
export function eventsIn(month: number, text: string): RolledEvent[] {
  const start = monthStart(month);
  return (JSON.parse(text) as StoredEvent[]).map(([type, seq, occurred, later, ...stream]) => {
    const [started = null, peakViewers = null, beforeStart = null, beforeEnd = null] = stream;
    const startedAt = started === null ? null : started + start;
    return {
      seq: seq + start * SEQ_PER_MS,
      type: ROLLED_TYPES[type]!,
      occurredAt: occurred + start,
      detectedAt: occurred + start + later,
      startedAt,
      peakViewers,
      startedAfter: minus(startedAt, beforeStart),
      seenUntil: minus(occurred + start, beforeEnd),
    };
  });
}

/** Writes gaps compactly: each from the month's start, and its length. */
export const gapsText = (month: number, gaps: GapSpan[]): string =>
  JSON.stringify(gaps.flatMap(([from, to]) => [from - monthStart(month), to - from]));

/** Reads what `gapsText` wrote. */
export const gapsIn = (month: number, text: string): GapSpan[] =>
  pairs(JSON.parse(text) as number[]).map(([from, length]) => {
    const begin = from + monthStart(month);
    return [begin, begin + length];
  });

/** Gaps of several sources in order. Those that overlap or touch are one. */
export function gapsOnce(gaps: GapSpan[]): GapSpan[] {
  const all: GapSpan[] = [];
  for (const [from, to] of gaps.filter(([a, b]) => b > a).toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

/** Writes samples compactly, in order: seconds since the one before (of the first, since the month's start), viewers. */
export function viewersText(month: number, samples: ViewerSample[]): string {
  let before = monthStart(month);
  const stored = samples.flatMap(([at, viewers]) => {
    const seconds = (at - before) / 1000;
    before = at;
    return [seconds, viewers];
  });
  return JSON.stringify(stored);
}

/** Reads what `viewersText` wrote. */
export function viewersIn(month: number, text: string): ViewerSample[] {
  let at = monthStart(month);
  return pairs(JSON.parse(text) as number[]).map(([seconds, viewers]) => [(at += Math.round(seconds * 1000)), viewers]);
}

const pairs = (flat: number[]): [number, number][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index]!, flat[2 * index + 1]!]);

/** Events of several sources, each once, in order. */
export const eventsOnce = (events: RolledEvent[]): RolledEvent[] =>
  [...new Map(events.map((one) => [one.seq, one])).values()].toSorted((a, b) => a.seq - b.seq);

/** Samples of several sources, one for each instant, in order. */
export const samplesOnce = (samples: ViewerSample[]): ViewerSample[] =>
  [...new Map(samples)].toSorted(([a], [b]) => a - b);
