import { MAX_ROWS, type Lines } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import { barePercent } from "../../core/numbers-as-text.ts";
import { placeText } from "../../core/places.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { displayedName } from "../distinguish.ts";
import { strongest, type Fact } from "../fact.ts";
import { beforeOf, spanText } from "../period.ts";
import type { DigestContext, Section } from "../section.ts";
import { climbed, concludeRankings } from "./conclude.ts";
import type { RankingMeasure, RankingsData, Standing } from "./data.ts";
import { gridOf, measureRanking } from "./measure.ts";
import { strengthOf } from "./usual-change.ts";
import { arrowText, rankingFigures, rankingNote, rankingTables, standingText, titleText } from "./words.ts";
import { rankingsWords } from "./words/words.ts";

const standing = ["groupType", "rankType", "title", "place"];

/** The places of those who moved most, then of those with the best places. */
export function rankingChart(data: RankingsData, telling: DigestContext): Lines | null {
  const { language, frame } = telling;
  const words = rankingsWords[language];
  const textOf = endOf(language);
  const all = new Map<string, Standing>([...data.movers, ...data.best].map((one) => [one.id, one]));
  const drawn = [...all.values()].filter(({ points }) => points.some(([, place]) => place !== null)).slice(0, MAX_ROWS);
  if (drawn.length === 0) return null;
  const lines = drawn.map((one) => ({ label: standingText(one), text: textOf(one), points: one.points }));
  const moved = data.movers.length > 0;
  const legend = drawn.map((one) => `${cut(standingText(one), 80)} ${textOf(one)}`).join("; ");
  return {
    form: "lines",
    title: moved ? words.chartMoved : words.chartBest,
    subtitle: words.subtitle(spanText(telling)),
    alt: cut(words.alt(spanText(telling), legend), 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(telling),
    unit: "place",
    lines,
  };
}

const endOf =
  (language: Language) =>
  (one: Standing): string => {
    const last = one.points.findLast(([, place]) => place !== null)?.[1];
    const { climb } = one;
    if (climb === null || climb.before === climb.after) return last == null ? "" : placeText(language, last);
    return `${placeText(language, climb.after)} (${arrowText(language, climbed({ ...one, climb }))})`;
  };

/**
 * Whose climb or fall exceeds the usual variation most, in doublings (from 8 to 2 is two), who changed leagues, or who
 * has the best place.
 */
export function rankingFact(
  { movers, telling, best, leagues }: RankingsData,
  { language }: DigestContext,
): Fact | null {
  const words = rankingsWords[language];
  const nameOf = (name: string): string => displayedName(name, 60) ?? words.creator;
  const biggest = movers.find((one) => climbed(one) > 0);
  const moves = (telling ?? movers).flatMap((one): Fact[] => {
    const [name, ranking, strength] = [nameOf(one.name), titleText(one.title), strengthOf(one)];
    const figure = one.id === biggest?.id ? words.biggestClimb : null;
    if (one.shares != null) {
      const [was, is] = [one.shares.before, one.shares.now].map((share) =>
        barePercent(language, Math.round(share * 100)),
      );
      return [{ text: words.topTenShare(name, ranking, is!, was!), strength, figure: null }];
    }
    if (one.climb === null) return [];
    const { before, after } = one.climb;
    const reported = before > after ? words.rose : words.sank;
    return [
      { text: reported(name, placeText(language, before), placeText(language, after), ranking), strength, figure },
    ];
  });
  const changed = leagues.moves.map(({ name, before, after, up }): Fact => {
    const text = (up ? words.leagueUp : words.leagueDown)(nameOf(name), before, after);
    return { text, strength: up ? 1 : 0.9, figure: null };
  });
  const [first] = best;
  const stood: Fact | null =
    first === undefined
      ? null
      : {
          text: words.stood(nameOf(first.name), placeText(language, first.best), titleText(first.title)),
          strength: first.best === 1 ? 0.6 : 0.3,
          figure: words.bestPlace,
        };
  return strongest([...moves, ...changed, stood]);
}

/** Places in the live rankings: climbs and falls, best and final places, leagues. */
export const rankings: Section<RankingMeasure, RankingsData> = {
  name: "rankings",
  title: (language) => rankingsWords[language].title,
  kind: "ranking",
  events: {
    "ranking.entered": standing,
    "ranking.left": [...standing, "before"],
    "ranking.moved": standing,
    "ranking.period_closed": [...standing, "bestPlace", "onRank"],
    "ranking.league_changed": ["before", "after", "direction", "beforeClass", "afterClass"],
  },
  // Final places are compared with those of the previous period.
  eventsFrom: (frame) => beforeOf(frame).from,
  series: ["place:"],
  grid: gridOf,
  measure: measureRanking,
  conclude: concludeRankings,
  figures: rankingFigures,
  tables: rankingTables,
  fact: rankingFact,
  note: rankingNote,
  chart: rankingChart,
};
