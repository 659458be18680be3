import type { Json } from "../../core/json.ts";
import type { HistoryEvent } from "../section.ts";

/** What is known of one ranking: its events by their detection, its place at each instant of the grid, how it stands now. */
export interface KnownRanking {
  events: HistoryEvent[];
  values: (number | null)[];
  now: { onRank: boolean; place: number | null } | null;
}

/** A number of an event or a snapshot; null where there is none. */
export const numberOf = (value: Json | undefined): number | null => (typeof value === "number" ? value : null);

/**
 * The places held at the instants of the grid; null where the creator was off the ranking. A sample says only where a
 * creator stood last; whether that still holds, the events around the instant say: off after `left`, off before
 * `entered`, off before a closing without the creator, and, with no event to come, as it stands now. A place that has
 * not moved since before the grid has no sample there: it is the one of now.
 */
export function placesOf({ events, values, now }: KnownRanking, grid: number[], createdAt: number): (number | null)[] {
  const constant = now?.place != null && values.every((value) => value === null) ? now.place : null;
  const turns = events.filter(({ type }) => type !== "ranking.moved");
  let turn = 0;
  return grid.map((at, index) => {
    while (turn < turns.length && turns[turn]!.detectedAt <= at) turn++;
    const [last, next] = [turns[turn - 1], turns[turn]];
    if (last?.type === "ranking.left" || next?.type === "ranking.entered") return null;
    if (next?.type === "ranking.period_closed" && next.data["onRank"] === false) return null;
    if (next === undefined && now?.onRank === false) return null;
    return values[index] ?? (at >= createdAt ? constant : null);
  });
}

/** A ranking's period that closed with the creator on it. */
export interface Final {
  at: number;
  place: number;
}

/** The final places, oldest first. */
export const finalsOf = (events: HistoryEvent[]): Final[] =>
  events.flatMap(({ type, detectedAt, data }): Final[] => {
    const place = numberOf(data["place"]);
    const final = type === "ranking.period_closed" && data["onRank"] !== false && place !== null;
    return final ? [{ at: detectedAt, place }] : [];
  });
