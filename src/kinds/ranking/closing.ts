import { iso } from "../../core/instant.ts";
import type { When } from "../event-type.ts";
import { rankingChange, type RankingChange } from "./events.ts";
import type { RankingSettings } from "./params.ts";
import type { Stood } from "./standing.ts";
import { keyOf, WOBBLE_MS, type Closing, type KnownRanking, type Standing } from "./view.ts";

const MINUTE_MS = 60_000;

/** A place is close to a threshold that is at most this share of the place away, or this many places. */
const CLOSE_SHARE = 0.25;
const CLOSE_PLACES = 2;

/** The next better threshold; null if there is none. */
function betterThan(place: number, thresholds: number[]): number | null {
  const better = thresholds.filter((threshold) => threshold < place);
  return better.length === 0 ? null : Math.max(...better);
}

/**
 * Reports whether a place matters at the end of a period: the next better threshold is at most a quarter of the place
 * away, or two places, or the place is a threshold itself, so that one place lost crosses it.
 */
export function isClose(place: number, thresholds: number[]): boolean {
  if (thresholds.includes(place)) return true;
  const next = betterThan(place, thresholds);
  return next !== null && place - next <= Math.max(CLOSE_PLACES, place * CLOSE_SHARE);
}

/** Minutes until an instant, rounded up. */
const minutesUntil = (resetAt: number, at: number): number => Math.max(0, Math.ceil((resetAt - at) / MINUTE_MS));

/** The race of this period; undefined if it has none. A reset that is later than the race's belongs to another period. */
const closingOf = ({ closing }: KnownRanking, resetAt: number): Closing | undefined =>
  closing !== undefined && resetAt <= closing.resetAt + WOBBLE_MS ? closing : undefined;

/**
 * Reports a race in the last `closingMinutes` of a period: once when the place is close, then an update for each poll
 * with another place or another number of minutes. An answer without the place says nothing. `known` is the ranking
 * after this poll, `old` before it; null if this is the first sight, which is not reported.
 */
export function race(
  known: KnownRanking,
  old: KnownRanking | null,
  now: Standing,
  settings: Pick<RankingSettings, "thresholds" | "closingMinutes">,
  when: When,
): Stood {
  const silent = { known, change: null };
  const { resetAt } = known;
  const isKnown = now.onRank === false || now.place !== null;
  // The answer's own reset may be a little earlier than the one first seen.
  const isOver = resetAt === null || when.at >= Math.min(resetAt, now.resetAt ?? resetAt);
  if (isOver || now.onRank === null || !isKnown) return silent;
  const closing = closingOf(known, resetAt);
  const data = dataOf(now, resetAt, settings.thresholds, when);
  if (closing !== undefined) {
    const displayed = old?.onRank === now.onRank && old.place === known.place;
    const sameMinute = when.lastOkAt !== null && minutesUntil(resetAt, when.lastOkAt) === data.minutesLeft;
    return displayed && sameMinute ? silent : { known, change: updateOf(known, closing, String(when.at), data, when) };
  }
  if (old === null || now.place === null || !isClose(now.place, settings.thresholds)) return silent;
  if (resetAt - when.at > settings.closingMinutes * MINUTE_MS) return silent;
  return {
    known: { ...known, closing: { resetAt, at: when.at } },
    change: rankingChange(when, "ranking.closing", keyOfRace(known, resetAt), data),
  };
}

/** The last update of a race whose period ended at `endedAt`, with the last place seen; none if there was no race. */
export function raceOver(known: KnownRanking, endedAt: number, when: When): RankingChange[] {
  const closing = closingOf(known, endedAt);
  if (closing === undefined) return [];
  const { rankType, groupType, title, onRank, place } = known;
  const data = {
    rankType,
    groupType,
    title,
    gap: null,
    resetAt: iso(endedAt),
    place: onRank === true ? place : null,
    threshold: null,
    minutesLeft: 0,
    final: true,
  };
  return [updateOf(known, closing, "final", data, when)];
}

type RaceData = Extract<RankingChange, { type: "ranking.closing" }>["data"];

function dataOf(now: Standing, resetAt: number, thresholds: number[], { at }: When): RaceData {
  const { rankType, groupType, title, gap, onRank, place } = now;
  return {
    rankType,
    groupType,
    title,
    gap: onRank === true ? gap : null,
    resetAt: iso(resetAt),
    place,
    threshold: place === null ? null : betterThan(place, thresholds),
    minutesLeft: minutesUntil(resetAt, at),
    final: false,
  };
}

/** A race is keyed by its ranking and reset, so it is reported once, whichever poll finds it. */
const keyOfRace = (known: KnownRanking, resetAt: number): string => `${keyOf(known)}/${resetAt}`;

function updateOf(known: KnownRanking, closing: Closing, which: string, data: RaceData, when: When): RankingChange {
  const key = keyOfRace(known, closing.resetAt);
  return {
    ...rankingChange(when, "ranking.closing", `${key}/${which}`, data),
    follows: { type: "ranking.closing", key, detectedAt: closing.at },
  };
}
