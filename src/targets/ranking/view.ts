import { iso } from "../../core/instant.ts";
import type { JsonObject } from "../../core/json.ts";
import { leagueOf } from "./vocabulary.ts";
import type { Strayed, ReportedSides } from "../../core/threshold.ts";

/** A creator's standing in one ranking. */
export interface Standing {
  groupType: number;
  rankType: number;
  title: string;
  /** Null where the answer does not say. */
  onRank: boolean | null;
  /** From 1; null where there is none, or none is said. */
  place: number | null;
  /** The end of the period, epoch ms; null where there is none. */
  resetAt: number | null;
  /** The league's raw class type; null where none is said. */
  classType: number | null;
  /** What is missing to the next place, in the service's words: for showing, never for comparing. */
  gap: string | null;
}

/** One standing a ranking, in order of group and rank type. */
export interface RankingView {
  standings: Standing[];
}

export interface KnownRanking {
  groupType: number;
  rankType: number;
  title: string;
  /** Null where nothing is known of this period yet: the first sight of a period is silent. */
  onRank: boolean | null;
  /** The last place seen in this period, also after the creator left. */
  place: number | null;
  best: number | null;
  /** The place that was told last, or seen first. */
  toldPlace: number | null;
  told: ReportedSides;
  /** How long the place has been inside a margin, on the side that was not told; left out where it is on none. */
  strayed?: Strayed;
  /** The end of this period as first seen, epoch ms. */
  resetAt: number | null;
  /** True where the period's end was still to come when it was first seen, so that the clock can tell that it is over. */
  byClock: boolean;
  /** The end of the last period that the clock has closed, epoch ms. */
  closedAt: number | null;
  classType: number | null;
}

/** A ranking of which nothing is known yet. */
export const UNSEEN: KnownRanking = {
  groupType: 0,
  rankType: 0,
  title: "",
  onRank: null,
  place: null,
  best: null,
  toldPlace: null,
  told: {},
  resetAt: null,
  byClock: false,
  closedAt: null,
  classType: null,
};

export interface RankingState {
  since: number;
  /** The league told last, or seen first: a class type. */
  league: number | null;
  /** By `group_type.rank_type`. */
  rankings: Record<string, KnownRanking>;
}

export const keyOf = ({ groupType, rankType }: { groupType: number; rankType: number }): string =>
  `${groupType}.${rankType}`;

const inOrder = ({ rankings }: RankingState): KnownRanking[] =>
  Object.values(rankings).sort((a, b) => a.groupType - b.groupType || a.rankType - b.rankType);

/** The public snapshot: where the creator stands; `onRank` is null where nothing is known of this period yet. */
export const showRankings = (state: RankingState): JsonObject => ({
  league: state.league === null ? null : leagueOf(state.league),
  rankings: inOrder(state).map(({ groupType, rankType, title, onRank, place, best, resetAt, closedAt }) => ({
    groupType,
    rankType,
    title,
    onRank,
    place: onRank === true ? place : null,
    bestPlace: best,
    resetAt: resetAt === null || resetAt === closedAt ? null : iso(resetAt),
  })),
});

export function summaryOf(state: RankingState): string {
  const all = inOrder(state);
  if (all.length === 0) return "no rankings";
  const on = all.filter(({ onRank }) => onRank === true);
  const places = on.flatMap(({ place }) => place ?? []);
  const best = places.length === 0 ? "" : `, best #${Math.min(...places)}`;
  return `on ${on.length} of ${all.length} ${all.length === 1 ? "ranking" : "rankings"}${best}`;
}
