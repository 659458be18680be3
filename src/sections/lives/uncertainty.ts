import { instantOf } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Past } from "../section.ts";
import { inside, lengthOf, merged, outside, sessionsOf, type Span } from "./spans.ts";

/** A stream and the polls around its start and end, epoch ms; null if they are not stored. */
interface Edges {
  startedAt: number;
  startedAfter: number | null;
  /** Null while it lasts. */
  endedAt: number | null;
  seenUntil: number | null;
}

/** A creator who was added is polled within this time. A stream that began in it may have begun before. */
const FIRST_POLL_MS = 3_600_000;

const instant = (value: Json | undefined): number | null => (typeof value === "string" ? instantOf(value) : null);

/** Streams by their starts: with several ends, the last one counts. */
function edgesOf({ events, snapshot, target: { createdAt } }: Past): Edges[] {
  const all = new Map<number, Edges>();
  const add = (startedAt: number, data: JsonObject, endedAt: number | null) => {
    const first = startedAt - createdAt <= FIRST_POLL_MS ? Math.min(createdAt, startedAt) : null;
    const startedAfter = instant(data["startedAfter"]) ?? first;
    all.set(startedAt, { startedAt, startedAfter, endedAt, seenUntil: instant(data["seenUntil"]) });
  };
  for (const { type, occurredAt: endedAt, data } of events) {
    const startedAt = instant(data["startedAt"]);
    if (type !== "live.ended" || startedAt === null || endedAt < (all.get(startedAt)?.endedAt ?? startedAt)) continue;
    add(startedAt, data, endedAt);
  }
  const open = instant(snapshot?.["startedAt"]);
  if (open !== null && !all.has(open)) add(open, snapshot!, null);
  return [...all.values()];
}

const mergedOf = (spans: Span[]): Span[] => merged(spans.toSorted(([a], [b]) => a - b));

/**
 * How far the airtime of a period can be off because streams start and end between two polls, milliseconds. Between the
 * last poll before a start and the start, there can be more of it; between the last poll that saw a stream and its end,
 * less. It is the larger of the two sums. Unknown time is not in it. Null if a stream of the period has edges that an
 * older version did not store.
 */
export function uncertainIn(history: Past, from: number, to: number): number | null {
  const edges = edgesOf(history);
  const isIn = (at: number): boolean => at > from && at <= to;
  const isLacking = edges.some(
    ({ startedAt, startedAfter, endedAt, seenUntil }) =>
      (startedAfter === null && isIn(startedAt)) || (seenUntil === null && endedAt !== null && isIn(endedAt)),
  );
  if (isLacking) return null;
  const counted = mergedOf(sessionsOf(history).flat());
  const known = mergedOf([...counted, ...history.gaps]);
  const starts = edges.flatMap(({ startedAt, startedAfter }): Span[] =>
    startedAfter === null ? [] : [[startedAfter, startedAt]],
  );
  const ends = edges.flatMap(({ endedAt, seenUntil }): Span[] =>
    endedAt === null || seenUntil === null ? [] : [[seenUntil, endedAt]],
  );
  const within = (spans: Span[]) => inside(mergedOf(spans), from, to);
  const more = lengthOf(outside(within(starts), known));
  const less = lengthOf(within(ends).flatMap(([a, b]) => inside(counted, a, b)));
  return Math.max(more, less);
}
