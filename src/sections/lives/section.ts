import type { Section } from "../section.ts";
import { liveChart } from "./chart.ts";
import { concludeLives } from "./conclude.ts";
import type { LiveMeasure, LivesData } from "./data.ts";
import { liveFact } from "./fact.ts";
import { measureLive, timesOf } from "./measure.ts";
import { liveFigures, liveNote, liveTables } from "./words.ts";
import { livesWords } from "./words/words.ts";

/**
 * Who was live for how long, and the projection for the month. Sessions are read from their ends, which have the
 * starts.
 */
export const lives: Section<LiveMeasure, LivesData> = {
  name: "lives",
  title: (language) => livesWords[language].title,
  kind: "live",
  events: { "live.ended": ["startedAt"] },
  eventsFrom: (frame) => Math.min(timesOf(frame).before.from, timesOf(frame).month.from),
  series: [],
  grid: () => [],
  measure: measureLive,
  conclude: concludeLives,
  figures: liveFigures,
  tables: liveTables,
  fact: liveFact,
  note: liveNote,
  chart: liveChart,
};
