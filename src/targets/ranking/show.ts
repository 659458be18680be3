import { iso } from "../../core/instant.ts";
import type { JsonObject } from "../../core/json.ts";
import type { KnownRanking, RankingState } from "./view.ts";
import { leagueOf } from "./vocabulary.ts";

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
