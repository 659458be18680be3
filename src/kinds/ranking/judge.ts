import { inEnglish } from "../../core/say.ts";
import { canonical, type Json } from "../../core/json.ts";
import { isNewDay } from "../../core/sampling.ts";
import type { When } from "../event-type.ts";
import type { Judging, Judgment } from "../judgment.ts";
import { rankingChange, type RankingChange } from "./events.ts";
import type { RankingParams, RankingSettings } from "./params.ts";
import { race } from "./closing.ts";
import { closeByClock, inPeriod } from "./period.ts";
import { stand } from "./standing.ts";
import {
  summaryOf,
  keyOf,
  UNSEEN,
  type KnownRanking,
  type RankingState,
  type RankingView,
  type Standing,
} from "./view.ts";
import { leagueOf } from "./vocabulary.ts";

type Input = Judging<RankingParams, RankingSettings, RankingState, RankingView>;

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
function placesOf(rankings: Record<string, KnownRanking>): Record<string, number> {
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
