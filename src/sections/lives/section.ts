import { monthLabel } from "../../core/calendar.ts";
import { MAX_ROWS, type Timeline } from "../../core/chart.ts";
import { spokenHours } from "../../core/duration.ts";
import type { Language } from "../../core/language.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { onBefore, percentChange } from "../change-text.ts";
import { distinguished } from "../distinguish.ts";
import { periodOf, spanText } from "../period.ts";
import type { DigestContext, Frame, Section } from "../section.ts";
import { byName, top } from "../fact.ts";
import { noteOn, sentences, watchedOf } from "../watched.ts";
import type { LiveMeasure, LivesData } from "./data.ts";
import { liveFact } from "./fact.ts";
import { measureLive, timesOf } from "./measure.ts";
import { livesWords } from "./words/words.ts";
import { sectionWords } from "../words/words.ts";

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

/** The month in which the period ends. */
const monthOf = ({ language, frame: { to, timezone } }: DigestContext): string =>
  monthLabel(language, to - 1, timezone);

/** Time live, who was live, the projection, the longest stream, the number of streams. */
export function liveFigures(data: LivesData, telling: DigestContext): Figure[] {
  const { language } = telling;
  const words = livesWords[language];
  const { watched, month, longest, sessions, live, airtimeMs, onAirAtEnd } = data;
  if (watched.targets === 0) return [];
  const figures: (Figure | null)[] = [
    { label: words.airtime, value: spokenHours(language, airtimeMs), detail: changeOf(data, language) },
    {
      label: words.wereLive,
      value: words.of(grouped(language, live), grouped(language, watched.targets)),
      detail: onAirAtEnd === 0 ? null : words.onAirAtEnd(grouped(language, onAirAtEnd)),
    },
    month.paceMs === null
      ? null
      : {
          label: words.pace(monthOf(telling)),
          value: spokenHours(language, month.paceMs),
          detail: words.soFar(spokenHours(language, month.soFarMs)),
        },
    longest === null ? null : { label: words.longest, value: spokenHours(language, longest.ms), detail: longest.name },
    {
      label: words.sessions,
      value: grouped(language, sessions),
      detail: sessions === 0 ? null : words.average(spokenHours(language, airtimeMs / sessions)),
    },
  ];
  return figures.filter((figure) => figure !== null);
}

/** The change against the previous period, with the number of compared creators if that is not all. */
function changeOf(
  { compared: { creators, beforeMs, nowMs }, watched, period }: LivesData,
  language: Language,
): string | null {
  const change = onBefore(language, beforeMs, nowMs, period.word);
  if (change === null || creators === watched.targets) return change;
  return livesWords[language].watchedThen(change, grouped(language, creators));
}

/** Who was live most, whose time changed most, and projections. */
function liveTables(
  { most: max, live, moved, movedCount, paces, pacesCount }: LivesData,
  telling: DigestContext,
): ReportTable[] {
  const { language } = telling;
  const words = livesWords[language];
  const tables: ReportTable[] = [
    {
      title: words.most,
      rows: max.map(({ name, airtimeMs, beforeMs, days, spark }) => ({
        label: name,
        value: `${spokenHours(language, airtimeMs)} · ${words.days(days)}`,
        change: percentChange(language, beforeMs, airtimeMs),
        spark,
      })),
      more: live - max.length,
    },
    {
      title: words.changes,
      movers: true,
      rows: moved.map(({ name, airtimeMs, beforeMs }) => {
        const up = airtimeMs > beforeMs;
        const text = `${up ? "+" : "−"}${spokenHours(language, Math.abs(airtimeMs - beforeMs))}`;
        return {
          label: name,
          value: spokenHours(language, airtimeMs),
          change: { text, tone: up ? "up" : "down" },
          spark: null,
        };
      }),
      more: movedCount - moved.length,
    },
    {
      title: words.pace(monthOf(telling)),
      rows: paces.map(({ name, monthMs, paceMs }) => ({
        label: name,
        value: spokenHours(language, paceMs),
        change: { text: words.soFar(spokenHours(language, monthMs)), tone: "flat" as const },
        spark: null,
      })),
      more: pacesCount - paces.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Says if no one was live, or if creators were not watched long enough. */
function liveNote({ watched, period, live, compared, month }: LivesData, telling: DigestContext): string | null {
  const { language } = telling;
  const words = livesWords[language];
  const before = compared.creators === 0 ? sectionWords[language].periods[period.word].before : null;
  const unknown = month.paceMs === null ? monthOf(telling) : null;
  const early = before === null && unknown === null ? null : words.tooEarly(before, unknown);
  return noteOn(language, watched, period, words, sentences(language, [live === 0 ? words.nobody : null, early]));
}

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
