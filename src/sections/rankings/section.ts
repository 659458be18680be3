import { beforeOf } from "../period.ts";
import type { Section } from "../section.ts";
import { rankingChart } from "./chart.ts";
import { concludeRankings } from "./conclude.ts";
import type { RankingMeasure, RankingsData } from "./data.ts";
import { rankingFact } from "./fact.ts";
import { gridOf, measureRanking } from "./measure.ts";
import { rankingFigures, rankingNote, rankingTables } from "./words.ts";
import { rankingsWords } from "./words/words.ts";

const standing = ["groupType", "rankType", "title", "place"];

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
