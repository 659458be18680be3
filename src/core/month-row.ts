import { DAY_MS } from "./duration.ts";
import { SEQ_PER_MS } from "./event.ts";
import { spansIn, type Span } from "./spans.ts";
import { instantOf } from "./parse-instant.ts";
import type { Json } from "./json.ts";
import { monthStart } from "./month-window.ts";

/** The events that months hold of a creator. */
const ROLLED_TYPES = ["live.ended", "live.no_show", "target.unknown", "target.known"] as const;

export type RolledType = (typeof ROLLED_TYPES)[number];

/** What reports need of an event. All instants are epoch ms. */
export interface RolledEvent {
  /** Its place among all events. */
  seq: number;
  type: RolledType;
  occurredAt: number;
  detectedAt: number;
  /** Of the end of a stream: its start, its most viewers, and what nobody observed of it. */
  startedAt: number | null;
  peakViewers: number | null;
  unknown: Span[];
  /** Of the end of a stream: the last poll before its start, and the last that saw it. Older versions stored neither. */
  startedAfter: number | null;
  seenUntil: number | null;
  /** Since when the state is or was unknown. */
  since: number | null;
}

/** A viewer sample: when (epoch ms), and how many. */
export type ViewerSample = [at: number, viewers: number];

/** A place in a ranking. */
export interface Placed {
  title: string;
  at: number;
  place: number;
}

export const isRolled = (type: string): type is RolledType => (ROLLED_TYPES as readonly string[]).includes(type);

/** Reads an event's data; anything unexpected in it is left out. */
export function rolledEvent(
  of: Pick<RolledEvent, "seq" | "type" | "occurredAt" | "detectedAt">,
  data: Record<"startedAt" | "startedAfter" | "seenUntil" | "since" | "peakViewers" | "unknown", Json>,
): RolledEvent {
  const instant = (value: Json): number | null => (typeof value === "string" ? instantOf(value) : null);
  const ended = of.type === "live.ended";
  return {
    ...of,
    startedAt: instant(data.startedAt),
    since: instant(data.since),
    peakViewers: typeof data.peakViewers === "number" ? data.peakViewers : null,
    unknown: spansIn(data.unknown),
    startedAfter: ended ? instant(data.startedAfter) : null,
    seenUntil: ended && typeof data.seenUntil === "number" ? data.seenUntil : null,
  };
}

/** From when on an event matters. */
export function beginOf({ occurredAt, startedAt, startedAfter, since }: RolledEvent): number {
  // A stream that starts soon after a month can have started in it. What was not polled for longer is unknown anyway.
  const before = startedAt === null || startedAfter === null ? startedAt : Math.max(startedAfter, startedAt - DAY_MS);
  return Math.min(occurredAt, before ?? since ?? occurredAt);
}

/**
 * `[type, seq, occurred, detected after it, started or since, most viewers, unknown]`, counted from the month's start.
 * Of the end of a stream also how long before its start and its end the polls before them were.
 */
type StoredEvent = [
  ...[number, number, number, number, number | null, number | null, number[]],
  ...([] | [beforeStart: number | null, beforeEnd: number | null]),
];

const minus = (at: number | null, other: number | null): number | null =>
  at === null || other === null ? null : at - other;

/** Writes events compactly, in order. */
export function eventsText(month: number, events: RolledEvent[]): string {
  const start = monthStart(month);
  const since = (at: number | null): number | null => (at === null ? null : at - start);
  const stored = events.map((one): StoredEvent => [
    ROLLED_TYPES.indexOf(one.type),
    one.seq - start * SEQ_PER_MS,
    one.occurredAt - start,
    one.detectedAt - one.occurredAt,
    since(one.type === "live.ended" ? one.startedAt : one.since),
    one.peakViewers,
    one.unknown.flatMap(({ from, to }) => [from - start, to - from]),
    ...(one.type === "live.ended"
      ? ([minus(one.startedAt, one.startedAfter), minus(one.occurredAt, one.seenUntil)] as const)
      : ([] as const)),
  ]);
  return JSON.stringify(stored);
}

/** Reads what `eventsText` wrote. */
export function eventsIn(month: number, text: string): RolledEvent[] {
  const start = monthStart(month);
  return (JSON.parse(text) as StoredEvent[]).map(
    ([type, seq, occurred, later, started, peakViewers, unknown, ...gaps]) => {
      const [beforeStart = null, beforeEnd = null] = gaps;
      const begin = started === null ? null : started + start;
      const ended = ROLLED_TYPES[type] === "live.ended";
      return {
        seq: seq + start * SEQ_PER_MS,
        type: ROLLED_TYPES[type]!,
        occurredAt: occurred + start,
        detectedAt: occurred + start + later,
        startedAt: ended ? begin : null,
        since: ended ? null : begin,
        peakViewers,
        unknown: pairs(unknown).map(([from, length]) => ({ from: from + start, to: from + start + length })),
        startedAfter: minus(begin, beforeStart),
        seenUntil: minus(occurred + start, beforeEnd),
      };
    },
  );
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

/** Days of all zones begin at quarters of an hour, so the best place in each is enough. */
const QUARTER_MS = 900_000;

type StoredPlaces = [title: string, places: number[]][];

/** Writes the best place in each quarter of an hour of the month, by ranking. */
export function placesText(month: number, places: Placed[]): string {
  const start = monthStart(month);
  const stored = [...Map.groupBy(places, ({ title }) => title)].map(([title, own]): StoredPlaces[number] => {
    const best = new Map<number, number>();
    for (const { at, place } of own) {
      const quarter = Math.floor((at - start) / QUARTER_MS);
      best.set(quarter, Math.min(place, best.get(quarter) ?? place));
    }
    return [title, [...best].toSorted(([a], [b]) => a - b).flat()];
  });
  return JSON.stringify(stored);
}

/** Reads what `placesText` wrote. A place counts from the start of its quarter of an hour. */
export function placesIn(month: number, text: string): Placed[] {
  const start = monthStart(month);
  return (JSON.parse(text) as StoredPlaces).flatMap(([title, own]) =>
    pairs(own).map(([quarter, place]) => ({ title, at: start + quarter * QUARTER_MS, place })),
  );
}

const pairs = (flat: number[]): [number, number][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index]!, flat[2 * index + 1]!]);

/** Events of several sources, each once, in order. */
export const eventsOnce = (events: RolledEvent[]): RolledEvent[] =>
  [...new Map(events.map((one) => [one.seq, one])).values()].toSorted((a, b) => a.seq - b.seq);

/** Samples of several sources, one for each instant, in order. */
export const samplesOnce = (samples: ViewerSample[]): ViewerSample[] =>
  [...new Map(samples)].toSorted(([a], [b]) => a - b);
