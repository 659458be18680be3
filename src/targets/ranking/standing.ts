import type { Change } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { JsonObject } from "../../core/json.ts";
import { crossed } from "../../core/threshold.ts";
import type { When } from "./period.ts";
import type { RankingSettings } from "./params.ts";
import { keyOf, type KnownRanking, type Standing } from "./view.ts";

export interface Stood {
  known: KnownRanking;
  change: Change | null;
}

/**
 * Compares a standing with the one known of the same period: entered, left or moved, at most one of them. The first
 * sight is silent. The same happening: one ranking in one poll.
 */
export function stand(known: KnownRanking, now: Standing, settings: RankingSettings, when: When): Stood {
  if (now.onRank === null) return { known, change: null };
  const first = known.onRank === null;
  if (!now.onRank) {
    if (!known.onRank) return { known: { ...known, onRank: false }, change: null };
    const left = changeOf("ranking.left", known, now, when, { place: null, before: known.place });
    return { known: { ...known, onRank: false, toldPlace: null, told: {} }, change: left };
  }
  const { place } = now;
  const best = place === null ? known.best : Math.min(place, known.best ?? place);
  const seen = { ...known, onRank: true, best };
  if (!known.onRank) {
    const entered = changeOf("ranking.entered", known, now, when, { place, before: null });
    return { known: { ...seen, place, toldPlace: place, told: {} }, change: first ? null : entered };
  }
  if (place === null || place === known.place) return { known: seen, change: null };
  if (known.place === null) return { known: { ...seen, place, toldPlace: place }, change: null };
  return move({ ...seen, place }, known.place, now, settings, when);
}

/** A move is told where it crosses a threshold, or has come `minMove` places away from the place told last. */
function move(known: KnownRanking, before: number, now: Standing, settings: RankingSettings, when: When): Stood {
  const place = now.place!;
  const { threshold, told } = crossed(settings.thresholds, known.told, before, place);
  const from = known.toldPlace ?? before;
  const far = settings.minMove > 0 && Math.abs(place - from) >= settings.minMove;
  if (threshold === null && !far) return { known, change: null };
  const data = { place, before: threshold === null ? from : before, threshold };
  return { known: { ...known, told, toldPlace: place }, change: changeOf("ranking.moved", known, now, when, data) };
}

function changeOf(type: string, known: KnownRanking, now: Standing, { at, lastOkAt }: When, data: JsonObject): Change {
  const { groupType, rankType, title, gap } = now;
  const resetAt = known.resetAt !== null && known.resetAt > at ? iso(known.resetAt) : null;
  return {
    type,
    key: `${keyOf(now)}/${at}`,
    occurredAt: at,
    window: { from: lastOkAt, to: at },
    data: { rankType, groupType, title, ...data, gap, resetAt },
  };
}
