import { iso } from "../../core/instant.ts";
import type { When } from "../event-type.ts";
import { rankingChange, type RankingChange } from "./events.ts";
import { raceOver } from "./closing.ts";
import { keyOf, WOBBLE_MS, type KnownRanking } from "./view.ts";

/** For this long after a period's end, an answer with that period is outdated. */
const STALE_MS = 900_000;

/** A ranking after its period was updated. */
export interface InPeriod {
  known: KnownRanking;
  /** The end of the period and of its race; empty if it goes on or no place was seen. */
  closed: RankingChange[];
  /** True if the answer is about a past period, so its standing does not count. */
  stale: boolean;
}

/** Closes a period whose end has passed, whether or not the answer contains the ranking. */
export function closeByClock(known: KnownRanking, when: When): InPeriod {
  if (!known.byClock || known.resetAt === null || when.at < known.resetAt) return { known, closed: [], stale: false };
  return {
    known: { ...startedOver(known), byClock: false, closedAt: known.resetAt },
    closed: periodClosed(known, known.resetAt, when),
    stale: false,
  };
}

/**
 * Compares the reset time of an answer with the known one. Within a minute they are the same. A later one starts a new
 * period. An earlier one is an outdated answer if it has passed, and otherwise a correction.
 */
export function inPeriod(known: KnownRanking, resetAt: number | null, when: When): InPeriod {
  const same: InPeriod = { known, closed: [], stale: false };
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
    // A period first seen after its end has no place from before it. Others have been closed by the clock.
    closed: known.byClock ? periodClosed(known, known.resetAt, when) : [],
    stale: false,
  };
}

const startedOver = ({
  strayed: _strayed,
  closing: _closing,
  unreadable: _unreadable,
  ...known
}: KnownRanking): KnownRanking => ({
  ...known,
  onRank: null,
  place: null,
  best: null,
  toldPlace: null,
  told: {},
});

/** Empty if no place was seen in the period. Its end is keyed by the ranking and the end of the period. */
function periodClosed(known: KnownRanking, endedAt: number, when: When): RankingChange[] {
  const { groupType, rankType, title, place, best, onRank } = known;
  if (best === null) return [];
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
  const occurredAt = Math.max(lastOkAt ?? 0, Math.min(endedAt, at));
  const closed = rankingChange(when, "ranking.period_closed", `${keyOf(known)}/${endedAt}`, data);
  return [closed, ...raceOver(known, endedAt, when)].map((change) => ({ ...change, occurredAt }));
}
