import * as z from "zod";
import { calendarPeriod, NAMED_PERIODS } from "../../../core/calendar-period.ts";
import { iso } from "../../../core/instant.ts";
import { airtimeReport, type AirtimeReport } from "../../../flows/browse/airtime-report/report.ts";
import type { ReportFrame } from "../../../flows/browse/airtime-report/row.ts";
import { timezoneText } from "../../../resources/fields.ts";
import { csvFile } from "../csv.ts";
import { knownList, refuseQuery } from "../query.ts";
import { reportPage } from "../report-page.ts";
import { json, route, type Asked, type Route } from "../route.ts";
import { airtimeTable } from "../tables.ts";
import { workbook } from "../workbook.ts";

const PERIOD = `must be a month (2027-03), a week (2027-W10), two dates (2027-03-01/2027-03-15) or one of: ${NAMED_PERIODS.join(", ")}`;

const query = () =>
  z.object({
    watchlistId: z.string().optional().describe("The creators of this watchlist; without it all of them."),
    period: z
      .string()
      .default("lastMonth")
      .describe(
        "A month (`2027-03`), an ISO week (`2027-W10`), two dates, both included (`2027-03-01/2027-03-15`), `lastMonth`, " +
          "`thisMonth`, `lastWeek` or `thisWeek`. Default: `lastMonth`.",
      ),
    timezone: timezoneText()
      .optional()
      .describe("The IANA zone whose days count. Default: that of the watchlist, else UTC."),
    validDayMinutes: z.coerce
      .number()
      .int()
      .min(1)
      .max(1440)
      .default(60)
      .describe("A day is valid from so many minutes of airtime on. Default: 60."),
    format: z
      .enum(["json", "csv", "xlsx", "html"])
      .default("json")
      .describe("`csv`, `xlsx`: a table to download; `html`: a page to print. Default: `json`."),
  });

type Query = z.output<ReturnType<typeof query>>;

/** The list that is asked for: of a token limited to one watchlist that one. Throws the 400 Problem where it must be named. */
function listOf({ query: { watchlistId }, actor }: Asked<Query>): string | null {
  const own = actor?.watchlistIds ?? null;
  if (watchlistId !== undefined || own === null) return watchlistId ?? null;
  if (own.length === 1) return own[0]!;
  return refuseQuery("watchlistId", "is needed: this token is limited to several watchlists");
}

async function report(asked: Asked<Query>): Promise<Response> {
  const { ports, query: given } = asked;
  const list = await knownList(listOf(asked), ports);
  const watchlistId = list?.id ?? null;
  const timezone = given.timezone ?? list?.timezone ?? "UTC";
  const now = await ports.keep.now();
  const period = calendarPeriod(given.period, timezone, now);
  if (period === null) return refuseQuery("period", PERIOD);
  const frame: ReportFrame = { period, timezone, validDayMs: given.validDayMinutes * 60_000, now };
  const found = await airtimeReport(watchlistId, frame, ports.reports);
  const about = {
    period: given.period,
    from: period.from,
    to: period.to,
    timezone,
    list: list?.name,
  };
  const { file, columns, rows } = airtimeTable(`airtime-${given.period.replaceAll("/", "_")}`);
  switch (given.format) {
    case "csv":
      return csvFile(file, columns, found.rows.flatMap(rows));
    case "xlsx":
      return workbook(file, columns, found.rows.flatMap(rows));
    case "html":
      return reportPage(about, given.validDayMinutes, found);
    case "json":
      return json(view(found, frame, given, watchlistId));
  }
}

const view = (
  { rows, totals }: AirtimeReport,
  { period, timezone }: ReportFrame,
  { period: name, validDayMinutes }: Query,
  watchlistId: string | null,
) => ({
  period: { name, from: iso(period.from), to: iso(period.to), timezone },
  watchlistId,
  validDayMinutes,
  items: rows,
  totals,
});

export const reportRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/reports/airtime",
    scope: "read",
    withinLists: true,
    operation: "getAirtimeReport",
    query,
    handle: report,
  }),
];
