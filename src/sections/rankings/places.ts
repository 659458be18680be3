import type { Json } from "../../core/json.ts";
import type { HistoryEvent } from "../section.ts";

/**
 * What is known of a ranking: its events by detection, its place at each instant of the grid, and its current state.
 */
export interface KnownRanking {
  events: HistoryEvent[];
  values: (number | null)[];
  now: { onRank: boolean; place: number | null } | null;
}

/** A number of an event or snapshot; null if there is none. */
export const numberOf = (value: Json | undefined): number | null => (typeof value === "number" ? value : null);

/**
 * Returns the places at the instants of the grid; null if the creator was off the ranking. A sample has only the last
 * place. The events around an instant decide whether it still holds: off after `left`, before `entered`, and before a
 * closing without the creator. Without a later event, the current state holds. A place that has not changed since
 * before the grid has no sample, so it is the current one.
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

/** A ranking's period that closed with the creator in it. */
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
