import { type Lines, MAX_ROWS } from "../../core/chart.ts";
import { growthPercent, passedNumber, comparedNumbers } from "../../core/compared-numbers.ts";
import { isTimeName } from "../../core/item-look.ts";
import type { Language } from "../../core/language.ts";
import { barePercent, growthText, grouped } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { displayedName, distinguished, distinguishingOf, fieldLabel } from "../distinguish.ts";
import { byName, doublings, type Fact, strongest, top } from "../fact.ts";
import { marksOf, periodOf, spanText } from "../period.ts";
import { type DigestContext, type Frame, type HistoryEvent, onceAFrame, type Past, type Section } from "../section.ts";
import { timesOf } from "../times.ts";
import { seenOf, watchedOf, noteOn } from "../watched.ts";
import type { Milestone, MovedNumber, RecordMeasure, RecordNumber, RecordsData } from "./data.ts";
import { recordsWords } from "./words/words.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { percentText } from "../change-text.ts";

/** "Maria: followers" */
const numberText = (language: Language, { name, field }: Pick<MovedNumber, "name" | "field">): string =>
  recordsWords[language].named(name === "" ? recordsWords[language].record : name, field);

/** Numbers that rose, the biggest rise, milestones, changed texts. */
function recordFigures(data: RecordsData, { language }: DigestContext): Figure[] {
  const words = recordsWords[language];
  const { watched, risen, fallen, reached, texts, rises, milestones } = data;
  if (watched.targets === 0) return [];
  const [[first], [last]] = [rises, milestones];
  const figures: (Figure | null)[] = [
    { label: words.rising, value: grouped(language, risen), detail: words.fallen(grouped(language, fallen)) },
    first === undefined || first.percent === null || first.percent === 0
      ? null
      : { label: words.highest, value: growthText(language, first.percent), detail: numberText(language, first) },
    {
      label: words.milestones,
      value: grouped(language, reached),
      detail: last === undefined ? null : `${numberText(language, last)} ${passedNumber(language, last.milestone)}`,
    },
    { label: words.texts, value: grouped(language, texts), detail: null },
  ];
  return figures.filter((figure) => figure !== null);
}

/** The biggest rises and falls, and the milestones. */
function recordTables(data: RecordsData, { language }: DigestContext): ReportTable[] {
  const words = recordsWords[language];
  const { rises, risen, falls, fallen, milestones, reached } = data;
  const moved = (title: string, numbers: MovedNumber[], all: number): ReportTable => ({
    title,
    rows: numbers.map((one) => ({
      label: numberText(language, one),
      value: comparedNumbers(language, [one.before, one.after]).join(" → "),
      change: one.percent === null ? null : percentText(language, one.percent),
      spark: one.percent === null || one.percent < 0 ? null : [0, ...one.points],
    })),
    more: all - numbers.length,
  });
  const tables = [
    moved(words.rises, rises, risen),
    moved(words.falls, falls, fallen),
    {
      title: words.milestones,
      rows: milestones.map((one) => ({
        label: numberText(language, one),
        value: passedNumber(language, one.milestone),
        change: null,
        spark: null,
      })),
      more: reached - milestones.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Says if nothing changed, or too little is known. */
function recordNote(data: RecordsData, { language }: DigestContext): string | null {
  const words = recordsWords[language];
  const { known, risen, fallen, texts, reached } = data;
  const moved = risen + fallen + texts + reached > 0;
  const nothing = moved ? null : known === 0 ? words.tooEarly : words.nothing;
  return noteOn(language, data.watched, data.period, words, nothing);
}

/** The growth of the numbers that rose most, since the start of the period. */
function recordChart({ rises }: RecordsData, telling: DigestContext): Lines | null {
  const { language, frame } = telling;
  const words = recordsWords[language];
  const drawn = rises
    .flatMap(({ percent, ...one }) => (percent === null ? [] : { ...one, percent }))
    .slice(0, MAX_ROWS);
  if (drawn.length === 0) return null;
  const marks = marksOf(frame);
  const span = spanText(telling);
  const lines = drawn.map((one) => ({
    label: numberText(language, one),
    text: growthText(language, one.percent),
    points: marks.map((at, index): [number, number | null] => [at, index === 0 ? 0 : (one.points[index - 1] ?? null)]),
  }));
  const which = lines.map(({ label, text }) => `${cut(label, 60)} ${text}`).join("; ");
  return {
    form: "lines",
    title: words.chart,
    subtitle: words.subtitle(span),
    alt: cut(words.alt(span, which), 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(telling),
    unit: "percent",
    lines,
  };
}

/** The start of the period and the ends of its steps. */
const gridOf = onceAFrame(marksOf);

/** Limit on the numbers of a record. */
const MAX_NUMBERS = 20;

/** The numbers of a record in the period, and its events that were detected then. */
function measureRecords(history: Past, { from, to }: Frame): RecordMeasure {
  const within = history.events.filter(({ detectedAt }) => detectedAt > from && detectedAt <= to);
  return {
    ...seenOf(history),
    name: displayedName(history.target.name) ?? "",
    told: distinguishingOf(history.target),
    numbers: Object.entries(history.series).flatMap(numberIn).slice(0, MAX_NUMBERS),
    milestones: milestonesIn(within),
    texts: within.filter(({ type }) => type === "field.changed").length,
  };
}

function numberIn([name, values]: [string, (number | null)[]]): RecordNumber[] {
  const field = fieldLabel(name);
  return field === null || isTimeName(name) ? [] : [{ field, values }];
}

/** The highest milestone of each field. */
function milestonesIn(events: HistoryEvent[]): Milestone[] {
  const highest = new Map<string, Milestone>();
  for (const { type, data, detectedAt } of events) {
    const field = fieldLabel(data["field"]);
    const milestone = data["milestone"];
    if (type !== "field.milestone" || field === null || typeof milestone !== "number") continue;
    if (milestone >= (highest.get(field)?.milestone ?? -Infinity))
      highest.set(field, { field, milestone, at: detectedAt });
  }
  return [...highest.values()];
}

/** Added to numbers, so that growth from one to three is weaker than from 1,000 to 2,000. */
const ENOUGH = 100;

/** The number that changed most, or the latest milestone. */
function recordFact(
  { rises, falls, milestones }: RecordsData,
  { language }: Pick<DigestContext, "language">,
): Fact | null {
  const words = recordsWords[language];
  const [last] = milestones;
  const [first] = rises;
  return strongest([
    ...[...rises, ...falls].map((one) => movedFact(one, one === first, language)),
    last === undefined
      ? null
      : {
          text: words.reached(nameOf(last.name, language), passedNumber(language, last.milestone), last.field),
          strength: 0.4,
          figure: words.milestones,
        },
  ]);
}

const nameOf = (name: string, language: Language): string => displayedName(name, 60) ?? recordsWords[language].record;

function movedFact({ name, field, before, after, percent }: MovedNumber, isFirst: boolean, language: Language) {
  const words = recordsWords[language];
  if (percent === null || percent === 0) return null;
  const who = nameOf(name, language);
  const share = barePercent(language, percent);
  const times = timesOf(after / before);
  const grew =
    times === null
      ? words.grewBy(who, field, share)
      : times === 2
        ? words.doubled(who, field)
        : words.grewTimes(who, field, times);
  return {
    text: percent > 0 ? grew : words.lost(who, field, share),
    strength: doublings(before, Math.max(0, after), ENOUGH),
    figure: isFirst ? words.highest : null,
  };
}

type Moved = MovedNumber & { id: string };

/** Which numbers rose and fell, and which milestones were reached. */
function concludeRecords(measures: RecordMeasure[], frame: Frame): RecordsData {
  const records = distinguished(measures.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  const known = records.flatMap(({ id, name, numbers }) =>
    numbers.flatMap((one) => movedOf(one).map((moved) => ({ ...moved, name, id: `${id} ${one.field}` }))),
  );
  const [risen, fallen] = [known.filter(isRise), known.filter(({ before, after }) => after < before)];
  const reached = records.flatMap(({ id, name, milestones }) =>
    milestones.map((one) => ({ ...one, name, id: `${id} ${one.field}` })),
  );
  return {
    period: periodOf(frame),
    watched: watchedOf(measures, frame),
    known: known.length,
    risen: risen.length,
    fallen: fallen.length,
    reached: reached.length,
    texts: records.reduce((sum, { texts }) => sum + texts, 0),
    rises: top(risen, byPercent).map(displayedOf),
    falls: top(fallen, (a, b) => byPercent(b, a)).map(displayedOf),
    milestones: top(reached, (a, b) => b.at - a.at || byName(a, b)).map(({ name, field, milestone, at }) => ({
      name,
      field,
      milestone,
      at,
    })),
  };
}

const isRise = ({ before, after }: MovedNumber): boolean => after > before;

/** The change from the first known value to the last one; nothing if only one is known. */
function movedOf({ field, values }: RecordNumber): Omit<MovedNumber, "name">[] {
  const first = values.findIndex((value) => value !== null);
  const last = values.findLastIndex((value) => value !== null);
  if (first === -1 || last === first) return [];
  const [before, after] = [values[first]!, values[last]!];
  const percent = growthPercent(before, after);
  const since = (value: number | null) => (value === null || value < before ? null : growthPercent(before, value));
  return [{ field, before, after, percent, points: values.slice(1).map(since) }];
}

/** Highest percentage first. Numbers without one come last, by their gain. */
function byPercent(a: Moved, b: Moved): number {
  const [one, other] = [a.percent ?? 0, b.percent ?? 0];
  return other - one || b.after - b.before - (a.after - a.before) || byName(a, b);
}

const displayedOf = ({ name, field, before, after, percent, points }: Moved): MovedNumber => ({
  name,
  field,
  before,
  after,
  percent,
  points,
});

/** How the numbers of records changed, and which milestones they reached. */
export const records: Section<RecordMeasure, RecordsData> = {
  name: "records",
  title: (language) => recordsWords[language].title,
  optional: true,
  kind: "record",
  events: { "field.changed": ["field"], "field.milestone": ["field", "milestone"] },
  eventsFrom: ({ from }) => from,
  // A series for each field, by its name.
  series: [""],
  grid: gridOf,
  measure: measureRecords,
  conclude: concludeRecords,
  figures: recordFigures,
  tables: recordTables,
  fact: recordFact,
  note: recordNote,
  chart: recordChart,
};
