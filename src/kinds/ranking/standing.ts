import { iso } from "../../core/instant.ts";
import { crossed, held, isAcross, type Strayed } from "../../core/threshold.ts";
import type { When } from "../event-type.ts";
import { rankingChange, type RankingChange } from "./events.ts";
import type { RankingSettings } from "./params.ts";
import { keyOf, type KnownRanking, type Standing } from "./view.ts";

export interface Stood {
  known: KnownRanking;
  change: RankingChange | null;
}

/**
 * Compares a standing with the known one of the same period: entered, left or moved, at most one of them. The first
 * sight is not reported. A place that can't be read is unknown, and the next one is compared with the last that was. A
 * change is keyed by its ranking and poll.
 */
export function stand(last: KnownRanking, now: Standing, settings: RankingSettings, when: When): Stood {
  if (now.onRank === null) return { known: last, change: null };
  const { unreadable = when.at, ...known } = last;
  const first = known.onRank === null;
  if (!now.onRank) {
    if (!known.onRank) return { known: { ...known, onRank: false }, change: null };
    const data = { ...dataOf(known, now, when), place: null, before: known.place };
    const left = rankingChange(when, "ranking.left", keyOfChange(now, when), data);
    return { known: strayedBy({ ...known, onRank: false, toldPlace: null, told: {} }, {}), change: left };
  }
  const { place } = now;
  const best = place === null ? known.best : Math.min(place, known.best ?? place);
  const seen = { ...known, onRank: true, best };
  if (!known.onRank) {
    const data = { ...dataOf(known, now, when), place, before: null };
    const entered = rankingChange(when, "ranking.entered", keyOfChange(now, when), data);
    return { known: { ...seen, place, toldPlace: place, told: {} }, change: first ? null : entered };
  }
  if (place === null) return { known: known.place === null ? seen : { ...seen, unreadable }, change: null };
  if (known.place === null) return { known: { ...seen, place, toldPlace: place }, change: null };
  return move({ ...seen, place }, known.place, now, settings, when);
}

/**
 * Reports a move if it crosses a threshold, is `minMove` places from the last reported one, or has stayed across a
 * threshold for a while.
 */
function move(known: KnownRanking, before: number, now: Standing, settings: RankingSettings, when: When): Stood {
  const place = now.place!;
  const from = known.toldPlace ?? before;
  const crossing = crossed(settings.thresholds, known.told, before, place);
  const far = settings.minMove > 0 && Math.abs(place - from) >= settings.minMove;
  const holding =
    crossing.threshold === null && !far
      ? held(settings.thresholds, known.told, known.strayed ?? {}, from, place)
      : { ...crossing, strayed: {} };
  if (holding.threshold === null && !far) return { known: strayedBy(known, holding.strayed), change: null };
  // Within the margin the place had crossed the threshold before, untold: the move is from the last reported place.
  const straight = crossing.threshold !== null && isAcross(crossing.threshold, before, place);
  const moved = { place, before: straight ? before : from, threshold: holding.threshold };
  const data = { ...dataOf(known, now, when), ...moved };
  const change = rankingChange(when, "ranking.moved", keyOfChange(now, when), data);
  return { known: strayedBy({ ...known, told: holding.told, toldPlace: place }, {}), change };
}

/** Leaves out an empty count, so that stored state grows only while a place fluctuates. */
function strayedBy({ strayed: _before, ...known }: KnownRanking, strayed: Strayed): KnownRanking {
  return Object.keys(strayed).length === 0 ? known : { ...known, strayed };
}

const keyOfChange = (now: Standing, { at }: When): string => `${keyOf(now)}/${at}`;

/** Event data that all changes of a standing share. */
function dataOf(known: KnownRanking, { groupType, rankType, title, gap }: Standing, { at }: When) {
  const resetAt = known.resetAt !== null && known.resetAt > at ? iso(known.resetAt) : null;
  return { rankType, groupType, title, gap, resetAt };
}
