import { iso } from "../../core/instant.ts";
import { inEnglish } from "../../core/sentence.ts";
import { canonical, type Json } from "../../core/json.ts";
import { isNewDay } from "../../core/sampling.ts";
import type { When } from "../event-type.ts";
import type { Judging, Judgment } from "../judgment.ts";
import { rankingChange, type RankingChange } from "./events.ts";
import type { RankingParams, RankingSettings } from "./params.ts";
import { race, raceOver } from "./closing.ts";
import { stand } from "./standing.ts";
import {
  summaryOf,
  keyOf,
  UNSEEN,
  type KnownRanking,
  type RankingState,
  type RankingView,
  type Standing,
  WOBBLE_MS,
} from "./view.ts";
import { leagueOf } from "./vocabulary.ts";

type Input = Judging<RankingParams, RankingSettings, RankingState, RankingView>;

/** For this long after a period's end, an answer with that period is outdated. */
const STALE_MS = 900_000;

/** A ranking after its period was updated. */
interface InPeriod {
  known: KnownRanking;
  /** The end of the period and of its race; empty if it goes on or no place was seen. */
  closed: RankingChange[];
  /** True if the answer is about a past period, so its standing does not count. */
  stale: boolean;
}

/** Closes a period whose end has passed, whether or not the answer contains the ranking. */
function closeByClock(known: KnownRanking, when: When): InPeriod {
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
function inPeriod(known: KnownRanking, resetAt: number | null, when: When): InPeriod {
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

/**
 * Finds changes of places, periods and the league. A ranking is identified by its group and rank type. One that is
 * missing from an answer stays unchanged, but its period is closed when it ends. The first sight of a ranking or period
 * is not reported.
 */
export function judgeRanking(input: Input): Judgment<RankingState, RankingChange> {
  const { view, settings, before, at, lastOkAt } = input;
  const when: When = { at, lastOkAt };
  const rankings: Record<string, KnownRanking> = {};
  const changes: RankingChange[] = [];
  for (const [key, known] of Object.entries(before?.rankings ?? {})) {
    const { known: now, closed } = closeByClock(known, when);
    rankings[key] = now;
    changes.push(...closed);
  }
  let league: League = { told: before?.league ?? null, change: null };
  for (const standing of view.standings) {
    const key = keyOf(standing);
    const old = rankings[key] ?? unseen(standing);
    const { known, closed, stale } = inPeriod(old, standing.resetAt, when);
    const stood = stale ? { known, change: null } : stand(known, standing, settings, when);
    const first = before?.rankings[key] === undefined;
    const raced = stale ? stood : race(stood.known, first ? null : known, standing, settings, when);
    league = changeLeague(league.told, old.classType, standing.classType, when);
    const now = { ...raced.known, classType: standing.classType ?? old.classType };
    rankings[key] = retitled(now, old, standing.title);
    changes.push(...closed, ...[stood.change, raced.change, league.change].filter((change) => change !== null));
  }
  const state: RankingState = { since: before?.since ?? at, league: league.told, rankings };
  if (before !== null && summaryOf(state, inEnglish) !== summaryOf(before, inEnglish)) state.since = at;
  const places = placesOf(rankings);
  return { state, changes, again: null, ...samplesOf(places, before, when) };
}

/**
 * A point where a place changed, and one a day. With a change, the point of the poll before says how long the places
 * held: the best place of a period is one that was seen in it.
 */
function samplesOf(
  places: Record<string, number>,
  before: RankingState | null,
  { at, lastOkAt }: When,
): Pick<Judgment<RankingState>, "samples" | "heldSamples" | "mustSample"> {
  const held = before === null ? null : placesOf(before.rankings);
  if (held === null || canonical(places) === canonical(held)) return isNewDay(lastOkAt, at) ? { samples: places } : {};
  const climbs = Object.entries(places).some(([name, place]) => place < (held[name] ?? Infinity));
  return { samples: places, heldSamples: held, ...(climbs ? { mustSample: true } : {}) };
}

const unseen = ({ groupType, rankType, title }: Standing): KnownRanking => ({ ...UNSEEN, groupType, rankType, title });

/** Titles are display text in any language, so a new one alone does not justify a write. */
const retitled = (now: KnownRanking, old: KnownRanking, title: string): KnownRanking =>
  canonical(now as unknown as Json) === canonical(old as unknown as Json) ? old : { ...now, title };

/**
 * The series of current places, `place:` with the ranking's key. Any change is stored, because one place is more than
 * one percent.
 */
export function placesOf(rankings: Record<string, KnownRanking>): Record<string, number> {
  const places: Record<string, number> = {};
  for (const [key, { onRank, place, unreadable }] of Object.entries(rankings)) {
    if (onRank === true && place !== null && unreadable === undefined) places[`place:${key}`] = place;
  }
  return places;
}

interface League {
  told: number | null;
  change: RankingChange | null;
}

/**
 * Compares the class type of a ranking with its previous one. Several rankings with the same change report it once, and
 * a missing class is not a change. A change is keyed by its step and poll.
 */
function changeLeague(reported: number | null, before: number | null, now: number | null, when: When): League {
  if (now === null) return { told: reported, change: null };
  if (reported === null || before === null) return { told: reported ?? now, change: null };
  if (now === before || now === reported) return { told: reported, change: null };
  const data = {
    before: leagueOf(before),
    after: leagueOf(now),
    direction: now > before ? ("up" as const) : ("down" as const),
    beforeClass: before,
    afterClass: now,
  };
  return { told: now, change: rankingChange(when, "ranking.league_changed", `${before}-${now}/${when.at}`, data) };
}
