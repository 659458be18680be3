import { monthLabel } from "../../core/calendar.ts";
import { MAX_ROWS, type Timeline } from "../../core/chart.ts";
import { spokenHours } from "../../core/duration.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { distinguished } from "../distinguish.ts";
import { periodOf, spanText } from "../period.ts";
import type { DigestContext, Frame, Section } from "../section.ts";
import { byName, top } from "../fact.ts";
import { watchedOf } from "../watched.ts";
import type { LiveMeasure, LivesData } from "./data.ts";
import { liveFact } from "./fact.ts";
import { measureLive, timesOf } from "./measure.ts";
import { liveFigures, liveNote, liveTables } from "./words.ts";
import { livesWords } from "./words/words.ts";

/** When the creators with the most time were live. */
function liveChart(data: LivesData, telling: DigestContext): Timeline | null {
  const { language, frame } = telling;
  const words = livesWords[language];
  const drawn = data.most.filter(({ spans }) => spans.length > 0);
  if (drawn.length === 0) return null;
  const rows = drawn.map(({ name, airtimeMs, spans }) => ({
    label: name,
    text: spokenHours(language, airtimeMs),
    spans: spans.map(([from, to]): [number, number] => [frame.from + from, frame.from + to]),
  }));
  const legend = drawn
    .map(({ name, airtimeMs, sessions, days }) =>
      words.inChart(cut(name, 60), spokenHours(language, airtimeMs), sessions, words.days(days)),
    )
    .join("; ");
  return {
    form: "timeline",
    title: words.chart,
    subtitle: words.subtitle(spanText(telling)),
    alt: cut(words.alt(spanText(telling), legend), 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(telling),
    rows,
  };
}

/** Smaller differences are not reported. */
const LEAST_MOVE_MS = 60_000;

/** The time live of all creators, and who stands out. */
function concludeLives(all: LiveMeasure[], frame: Frame): LivesData {
  const measures = distinguished(all);
  const live = measures.filter(({ sessions }) => sessions > 0);
  const compared = measures.filter((one) => one.beforeMs !== null);
  const moved = compared.filter((one) => Math.abs(moveOf(one)) >= LEAST_MOVE_MS);
  const paced = measures.filter(({ paceMs }) => paceMs !== null);
  const paces = paced.filter(({ paceMs }) => paceMs! > 0);
  const [longest] = top(live, (a, b) => b.longestMs - a.longestMs || byName(a, b), 1);
  return {
    period: periodOf(frame),
    watched: watchedOf(measures, frame),
    airtimeMs: sum(live, ({ airtimeMs }) => airtimeMs),
    sessions: sum(live, ({ sessions }) => sessions),
    live: live.length,
    onAirAtEnd: live.filter(({ onAirAtEnd }) => onAirAtEnd).length,
    compared: {
      creators: compared.length,
      beforeMs: sum(compared, ({ beforeMs }) => beforeMs!),
      nowMs: sum(compared, ({ airtimeMs }) => airtimeMs),
    },
    month: {
      name: monthLabel("en", frame.to - 1, frame.timezone),
      soFarMs: sum(measures, ({ monthMs }) => monthMs),
      // Creators watched for too short a time to have a projection count with their time so far.
      paceMs: paced.length === 0 ? null : sum(measures, ({ paceMs, monthMs }) => paceMs ?? monthMs),
    },
    longest: longest === undefined ? null : { name: longest.name, ms: longest.longestMs },
    most: top(live, (a, b) => b.airtimeMs - a.airtimeMs || byName(a, b)).map(
      ({ name, airtimeMs, beforeMs, sessions, days, spark, spans }, index) => ({
        name,
        airtimeMs,
        beforeMs,
        sessions,
        days,
        spark,
        spans: index < MAX_ROWS ? spans : [],
      }),
    ),
    moved: top(moved, (a, b) => Math.abs(moveOf(b)) - Math.abs(moveOf(a)) || byName(a, b)).map(
      ({ name, airtimeMs, beforeMs }) => ({ name, airtimeMs, beforeMs: beforeMs! }),
    ),
    movedCount: moved.length,
    paces: top(paces, (a, b) => b.paceMs! - a.paceMs! || byName(a, b)).map(({ name, monthMs, paceMs }) => ({
      name,
      monthMs,
      paceMs: paceMs!,
    })),
    pacesCount: paces.length,
  };
}

const moveOf = ({ airtimeMs, beforeMs }: LiveMeasure): number => airtimeMs - (beforeMs ?? airtimeMs);

const sum = (all: LiveMeasure[], of: (one: LiveMeasure) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

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
