import type { Language } from "../../core/language.ts";
import { verdictOf } from "../../core/goal.ts";
import { cityOf } from "../../core/calendar.ts";
import { hoursWords } from "../../core/duration.ts";
import { decimalText, grouped } from "../../core/numbers-as-text.ts";
import type { Cell } from "../../http/workbooks/write.ts";
import type { AirtimeRow, ReportedGoal } from "../../sections/airtime-shape.ts";
import { displayedShare, displayedTime, shareText, totalSeconds, wholeMinutes } from "../../sections/airtime/words.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import {
  changeWords,
  isInexact,
  isUnwatched,
  isUnwatchedReport,
  nameWords,
  placesWords,
  totalUncertainty,
} from "./airtime-words.ts";
import type { ReadAirtime } from "./read-airtime.ts";
import type { ExplainedColumn } from "./report-method.ts";

/** A column of a report for people. Its cells are null where nothing is known. */
export interface ReportColumn extends ExplainedColumn {
  cell: (row: AirtimeRow) => Cell;
  /** What stands in the row of totals; null for nothing. */
  total: Cell;
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
    stateText(goal, timezone, language),
  ].join(" · ");
}

/** "behind", with the goal's time zone if it is not the report's. */
function stateText(goal: ReportedGoal, timezone: string, language: Language): string {
  const words = airtimeWords[language];
  const zone = goal.timezone === timezone ? [] : [words.cityTime(cityOf(goal.timezone))];
  return [words[verdictOf(goal, goal.validDayMinutes)], ...zone].join(" · ");
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

/** The columns of a sheet for people, who sort by them: how exact airtime is, and a goal in numbers. */
export function sheetColumns(read: ReadAirtime, language: Language): ReportColumn[] {
  const words = airtimeWords[language];
  const off = totalUncertainty(read.report);
  const exact: ReportColumn = {
    column: "uncertaintySeconds",
    head: "±",
    unit: "hoursMinutes",
    cell: (row) =>
      isUnwatched(row) || !isInexact(row.uncertaintySeconds) ? null : { seconds: wholeMinutes(row.uncertaintySeconds) },
    total: isInexact(off) ? { seconds: off } : null,
  };
  const ofGoal = (head: string, of: (goal: ReportedGoal) => Cell, unit: ReportColumn["unit"] = "number") => ({
    column: "goal" as const,
    head: `${words.goal}: ${head}`,
    unit,
    cell: ({ goal }: AirtimeRow) => (goal === null ? null : of(goal)),
    total: null,
  });
  const decimal = (hours: number | null): Cell => (hours === null ? null : { decimal: hours });
  const goals: ReportColumn[] = [
    ofGoal(words.goalHours, ({ hours, wanted }) => (wanted.hours === null ? null : decimal(hours))),
    ofGoal(words.goalHoursWanted, ({ wanted }) => decimal(wanted.hours)),
    ofGoal(words.goalDays, ({ validDays, wanted }) => (wanted.validDays === null ? null : validDays)),
    ofGoal(words.goalDaysWanted, ({ wanted }) => wanted.validDays),
    ofGoal(words.goalState, (goal) => stateText(goal, read.scope.timezone, language), "text"),
  ];
  const isSaid = ({ cell }: ReportColumn): boolean => read.report.rows.some((row) => cell(row) !== null);
  return reportColumns(read, language).flatMap((column) =>
    column.column === "seconds"
      ? [column, ...[exact].filter(isSaid)]
      : column.column === "goal"
        ? goals.filter(isSaid)
        : column,
  );
}

/** A cell as people read it; "–" where nothing is known. */
export function cellText(language: Language, cell: Cell): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return grouped(language, cell);
  if ("share" in cell) return shareText(language, cell.share);
  if ("decimal" in cell) return decimalText(language, cell.decimal);
  return cell.signed === true ? changeWords(language, cell.seconds) : hoursWords(language, cell.seconds);
}
