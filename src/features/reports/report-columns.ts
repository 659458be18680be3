import type { Language } from "../../core/language.ts";
import { verdictOf } from "../../core/goal.ts";
import { cityOf } from "../../core/calendar.ts";
import { hoursWords } from "../../core/duration.ts";
import { decimalText, grouped } from "../../core/numbers-as-text.ts";
import type { Cell } from "../../http/workbooks/write.ts";
import type { AirtimeRow } from "../../sections/airtime-shape.ts";
import { displayedShare, displayedTime, shareText, totalSeconds } from "../../sections/airtime/words.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import { changeWords, isUnwatched, isUnwatchedReport, nameWords, placesWords } from "./airtime-words.ts";
import type { ReadAirtime } from "./read-airtime.ts";
import type { ExplainedColumn } from "./report-method.ts";

/** A column of a report for people. Its cells are null where nothing is known. */
export interface ReportColumn extends ExplainedColumn {
  cell: (row: AirtimeRow) => Cell;
  /** What stands in the row of totals; null for nothing. */
  total: Cell;
  /** What a sheet of paper shows of a longer cell. */
  printed?: (row: AirtimeRow) => string;
}

/** "12.5 of 40 h · 5 of 20 days · behind", in the goal's time zone, which is named if it is not the report's. */
function goalText(goal: AirtimeRow["goal"], timezone: string, language: Language): string | null {
  if (goal === null) return null;
  const words = airtimeWords[language];
  const { hours, validDays, wanted } = goal;
  const decimal = (value: number): string => decimalText(language, value);
  return [
    ...(wanted.hours === null ? [] : [words.ofHours(decimal(hours), decimal(wanted.hours))]),
    ...(wanted.validDays === null
      ? []
      : [words.ofDays(grouped(language, validDays), grouped(language, wanted.validDays), wanted.validDays)]),
    words[verdictOf(goal, goal.validDayMinutes)],
    ...(goal.timezone === timezone ? [] : [words.cityTime(cityOf(goal.timezone))]),
  ].join(" · ");
}

/** The columns of a report that say something of somebody, in order. Name and airtime always stand. */
export function reportColumns({ scope, report }: ReadAirtime, language: Language): ReportColumn[] {
  const { rows, totals } = report;
  const words = airtimeWords[language];
  const unwatched = isUnwatchedReport(report);
  const seen =
    <Of>(of: (row: AirtimeRow) => Of) =>
    (row: AirtimeRow): Of | null =>
      isUnwatched(row) ? null : of(row);
  const counted = <Of>(value: Of): Of | null => (unwatched ? null : value);
  const columns: ReportColumn[] = [
    {
      column: "name",
      head: words.creator,
      unit: "text",
      cell: ({ name }) => nameWords(name),
      total: words.all(totals.creators, grouped(language, totals.creators)),
    },
    {
      column: "seconds",
      head: words.hoursLive,
      unit: "hoursMinutes",
      cell: seen(({ seconds }) => ({ seconds: displayedTime(seconds) })),
      total: counted({ seconds: totalSeconds(report) }),
    },
    {
      column: "change",
      head: words.change,
      unit: "hoursMinutes",
      cell: ({ change }) =>
        change === null ? null : { seconds: Math.sign(change) * displayedTime(Math.abs(change)), signed: true },
      total: null,
    },
    {
      column: "validDays",
      head: words.validDays,
      unit: "days",
      cell: seen(({ validDays }) => validDays),
      total: counted(totals.validDays),
    },
    {
      column: "streams",
      head: words.streamsHead,
      unit: "number",
      cell: seen(({ streams }) => streams),
      total: counted(totals.streams),
    },
    {
      column: "averageViewers",
      head: words.average,
      unit: "viewers",
      cell: ({ averageViewers }) => averageViewers,
      total: null,
    },
    {
      column: "peakViewers",
      head: words.peak,
      unit: "viewers",
      cell: ({ peakViewers }) => peakViewers,
      total: totals.peakViewers,
    },
    {
      column: "bestPlaces",
      head: words.bestRank,
      unit: "text",
      cell: ({ bestPlaces }) => (bestPlaces.length === 0 ? null : placesWords(bestPlaces)),
      printed: ({ bestPlaces }) => placesWords(bestPlaces.slice(0, 1)),
      total: null,
    },
    {
      column: "coverage",
      head: words.coverage,
      unit: "percent",
      cell: ({ coverage }) => (coverage === null ? null : { share: displayedShare(coverage) }),
      total: null,
    },
    {
      column: "goal",
      head: words.goal,
      unit: "text",
      cell: ({ goal }) => goalText(goal, scope.timezone, language),
      total: null,
    },
  ];
  const always = new Set(["name", "seconds"]);
  return columns.filter(({ column, cell }) =>
    column === "coverage"
      ? rows.some(({ coverage }) => coverage === null || coverage < 1)
      : always.has(column) || rows.some((row) => cell(row) !== null),
  );
}

/** A cell as people read it; "–" where nothing is known. */
export function cellText(language: Language, cell: Cell): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return grouped(language, cell);
  if ("share" in cell) return shareText(language, cell.share);
  return cell.signed === true ? changeWords(language, cell.seconds) : hoursWords(language, cell.seconds);
}
