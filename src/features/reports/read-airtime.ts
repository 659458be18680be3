import type { AirtimeReport } from "../../sections/airtime-shape.ts";
import { calendarPeriod } from "../../core/calendar-period.ts";
import { airtimeReport, type AirtimeReportDeps } from "./rows/report.ts";
import type { ReportFrame } from "./rows/row.ts";

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

/** The report as people read it: without goals that did not count in a month that is over. */
export function readable(read: ReadAirtime): ReadAirtime {
  const { frame, report } = read;
  if (frame.now < frame.period.to) return read;
  const rows = report.rows.map((row) => (row.goal?.state === "not_started" ? { ...row, goal: null } : row));
  return { ...read, report: { ...report, rows } };
}

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
