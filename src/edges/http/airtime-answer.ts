import { calendarPeriod } from "../../core/calendar-period.ts";
import type { Say } from "../../core/say.ts";
import type { AirtimeReport } from "../../core/airtime.ts";
import { airtimeReport, type AirtimeReportDeps } from "../../flows/queries/airtime-report/report.ts";
import type { ReportFrame } from "../../flows/queries/airtime-report/row.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import { methodOf } from "../../sections/airtime/method/method.ts";
import { csvFile } from "./csv.ts";
import { methodScope, methodSheet } from "./report-method.ts";
import { reportPage } from "./report-page.ts";
import { airtimeTable } from "./tables.ts";
import { workbook } from "./workbook.ts";

/** The scope of an airtime report. */
export interface AirtimeScope {
  /** The name of the period, as `calendarPeriod` reads it. */
  period: string;
  timezone: string;
  /** Minimum minutes live that make a day valid. */
  validDayMinutes: number;
  /** Null for all creators. */
  list: { id: string; name: string } | null;
}

export interface ReadAirtime {
  scope: AirtimeScope;
  frame: ReportFrame;
  report: AirtimeReport;
}

/** Formats of a report other than JSON. */
export const REPORT_FILES = ["csv", "xlsx", "html"] as const;

export type ReportFile = (typeof REPORT_FILES)[number];

/** Reads an airtime report; null if the name of its period is none. `now` is epoch ms. */
export async function readAirtime(
  scope: AirtimeScope,
  deps: AirtimeReportDeps,
  now: number,
): Promise<ReadAirtime | null> {
  const { timezone, validDayMinutes, list } = scope;
  const period = calendarPeriod(scope.period, timezone, now);
  if (period === null) return null;
  const frame = { period, timezone, validDayMs: validDayMinutes * 60_000, now };
  return { scope, frame, report: await airtimeReport(list?.id ?? null, frame, deps) };
}

/** The name of a report's file, without extension. Some systems refuse colons. */
export const airtimeFileName = (period: string): string => `airtime-${period.replaceAll("/", "_").replaceAll(":", "")}`;

/** Answers with a report as a table to download, whose columns are those of the API, or as a page to print. */
export async function airtimeFile(format: ReportFile, read: ReadAirtime, say: Say): Promise<Response> {
  const { file, columns, rows } = airtimeTable(airtimeFileName(read.scope.period));
  switch (format) {
    case "csv":
      return csvFile(file, columns, read.report.rows.flatMap(rows));
    case "xlsx":
      return workbook(file, [
        { name: airtimeWords[say.language].airtime, columns, rows: read.report.rows.flatMap(rows) },
        methodSheet(methodOf(say.language, methodScope(read))),
      ]);
    case "html":
      return reportPage(read, say);
  }
}
