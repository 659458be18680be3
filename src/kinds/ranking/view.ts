import type { Say } from "../../core/sentence.ts";
import { iso } from "../../core/instant.ts";
import { unreadableSince } from "../../core/compared-numbers.ts";
import { leagueOf } from "./vocabulary.ts";
import type { Strayed, ReportedSides } from "../../core/threshold.ts";
import type { Seen } from "../kind.ts";
import type { RankingSnapshot } from "./shape.ts";

/** A creator's standing in a ranking. */
export interface Standing {
  groupType: number;
  rankType: number;
  title: string;
  /** Null if the answer does not tell. */
  onRank: boolean | null;
  /** From 1; null if there is none or it is missing. */
  place: number | null;
  /** The end of the period, epoch ms; null if there is none. */
  resetAt: number | null;
  /** The league's raw class type; null if missing. */
  classType: number | null;
  /** What is missing to the next place, in the service's words. For display only. */
  gap: string | null;
}

/** One standing per ranking, ordered by group and rank type. */
export interface RankingView extends Seen {
  standings: Standing[];
}

/** Reset times that differ by no more than this are the same. */
export const WOBBLE_MS = 60_000;

/** The reported race at the end of a period: the reset at which it was found, and when (epoch ms). */
export interface Closing {
  resetAt: number;
  at: number;
}

export interface KnownRanking {
  groupType: number;
  rankType: number;
  title: string;
  /** Null until the ranking is first seen in this period. */
  onRank: boolean | null;
  /** The last place seen in this period, even after the creator left. */
  place: number | null;
  best: number | null;
  /** The first answer since which a ranked creator's place can't be read, epoch ms; undefined if it can. */
  unreadable?: number;
  /** The last reported, or first seen, place. */
  toldPlace: number | null;
  told: ReportedSides;
  /** How long the place has been within a margin on the side that was not reported; undefined if it is not. */
  strayed?: Strayed;
  /** Undefined until the race of this period is reported. */
  closing?: Closing;
  /** The end of this period as first seen, epoch ms. */
  resetAt: number | null;
  /** True if the period had not ended when it was first seen, so that the clock closes it. */
  byClock: boolean;
  /** The end of the last period that the clock closed, epoch ms. */
  closedAt: number | null;
  classType: number | null;
}

/** A ranking that has not been seen yet. */
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
  /** The last reported, or first seen, league: a class type. */
  league: number | null;
  /** By `group_type.rank_type`. */
  rankings: Record<string, KnownRanking>;
}

export const keyOf = ({ groupType, rankType }: { groupType: number; rankType: number }): string =>
  `${groupType}.${rankType}`;

export const inOrder = ({ rankings }: RankingState): KnownRanking[] =>
  Object.values(rankings).sort((a, b) => a.groupType - b.groupType || a.rankType - b.rankType);

/** The public snapshot: all standings. `onRank` is null until the ranking is seen in this period. */
export const showRankings = (state: RankingState): RankingSnapshot => ({
  league: state.league === null ? null : leagueOf(state.league),
  rankings: inOrder(state).map(
    ({ groupType, rankType, title, onRank, place, best, resetAt, closedAt, unreadable }) => ({
      groupType,
      rankType,
      title,
      onRank,
      place: onRank === true && unreadable === undefined ? place : null,
      ...unreadableSince([unreadable]),
      bestPlace: best,
      resetAt: resetAt === null || resetAt === closedAt ? null : iso(resetAt),
    }),
  ),
});

/** "on 3 of 4 rankings" */
export function onText(all: KnownRanking[], say: Say): string {
  const on = String(all.filter(({ onRank }) => onRank === true).length);
  return say.plural(all.length, "on {on} of {n} ranking", "on {on} of {n} rankings", { on });
}

export function summaryOf(state: RankingState, say: Say): string {
  const all = inOrder(state);
  if (all.length === 0) return say.text("no rankings");
  const listed = all.filter(({ onRank }) => onRank === true);
  const places = listed.flatMap(({ place, unreadable }) => (unreadable === undefined ? (place ?? []) : []));
  const on = String(listed.length);
  if (places.length === 0) return onText(all, say);
  const best = `#${Math.min(...places)}`;
  return say.plural(all.length, "on {on} of {n} ranking, best {best}", "on {on} of {n} rankings, best {best}", {
    on,
    best,
  });
}
