import { iso } from "../../core/instant.ts";
import type { When } from "../event-type.ts";
import { rankingChange, type RankingChange } from "./events.ts";
import { keyOf, type KnownRanking } from "./view.ts";

/** A reset time within this much of the known one is the same. */
const WOBBLE_MS = 60_000;
/** For so long after a period's end an answer that still names it is an old one. */
const STALE_MS = 900_000;

/** A ranking after a look at its period. */
export interface InPeriod {
  known: KnownRanking;
  closed: RankingChange | null;
  /** True where the answer speaks of a period that is over: its standing says nothing of this one. */
  stale: boolean;
}

/** Closes the period where its end has passed by the clock, whether or not the answer names the ranking. */
export function closeByClock(known: KnownRanking, when: When): InPeriod {
  if (!known.byClock || known.resetAt === null || when.at < known.resetAt) return { known, closed: null, stale: false };
  return {
    known: { ...startedOver(known), byClock: false, closedAt: known.resetAt },
    closed: periodClosed(known, known.resetAt, when),
    stale: false,
  };
}

/**
 * Weighs the reset time of an answer against the known one: the same within a minute; a later one is a new period,
 * where everything starts over; an earlier one that is past is an old answer, one to come a correction.
 */
export function inPeriod(known: KnownRanking, resetAt: number | null, when: When): InPeriod {
  const same: InPeriod = { known, closed: null, stale: false };
  if (resetAt === null) return same;
  const adopted = { resetAt, byClock: resetAt > when.at };
  if (known.resetAt === null) return { ...same, known: { ...known, ...adopted } };
  const later = resetAt - known.resetAt;
  if (Math.abs(later) <= WOBBLE_MS) {
    return { ...same, stale: known.closedAt === known.resetAt && when.at < known.resetAt + STALE_MS };
  }
  if (later < 0) {
    return resetAt > when.at ? { ...same, known: { ...known, ...adopted } } : { ...same, stale: true };
  }
  return {
    known: { ...startedOver(known), ...adopted },
    // What was first seen when its end had passed has no place that was seen before it; the clock has closed the others.
    closed: known.byClock ? periodClosed(known, known.resetAt, when) : null,
    stale: false,
  };
}

const startedOver = ({ strayed: _strayed, ...known }: KnownRanking): KnownRanking => ({
  ...known,
  onRank: null,
  place: null,
  best: null,
  toldPlace: null,
  told: {},
});

/** Null where no place was seen in the period. The same happening: one ranking's period, by its end. */
function periodClosed(known: KnownRanking, endedAt: number, when: When): RankingChange | null {
  const { groupType, rankType, title, place, best, onRank } = known;
  if (best === null) return null;
  const { at, lastOkAt } = when;
  const data = {
    rankType,
    groupType,
    title,
    place,
    bestPlace: best,
    periodEndedAt: iso(endedAt),
    onRank: onRank === true,
  };
  return {
    ...rankingChange(when, "ranking.period_closed", `${keyOf(known)}/${endedAt}`, data),
    occurredAt: Math.max(lastOkAt ?? 0, Math.min(endedAt, at)),
  };
}
