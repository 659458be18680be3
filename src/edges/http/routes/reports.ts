import * as z from "zod";
import { isTimezone } from "../../../core/calendar.ts";
import { calendarPeriod, NAMED_PERIODS } from "../../../core/calendar-period.ts";
import { iso } from "../../../core/instant.ts";
import { airtimeReport, type AirtimeReport } from "../../../flows/browse/airtime-report/report.ts";
import type { ReportFrame } from "../../../flows/browse/airtime-report/row.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { csvFile } from "../csv.ts";
import { knownList, refuseQuery } from "../query.ts";
import { reportColumns, reportPage, reportRows } from "../report-page.ts";
import { json, route, type Asked, type Route } from "../route.ts";
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
    timezone: z
      .string()
      .refine(isTimezone, "must be an IANA time zone such as Europe/Berlin")
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
  await knownList(given.watchlistId, ports);
  const watchlistId = listOf(asked);
  const list = watchlistId === null ? null : await ports.keep.find(watchlist, watchlistId);
  const timezone = given.timezone ?? (list as { timezone?: string | null } | null)?.timezone ?? "UTC";
  const now = await ports.keep.now();
  const period = calendarPeriod(given.period, timezone, now);
  if (period === null) return refuseQuery("period", PERIOD);
  const frame: ReportFrame = { period, timezone, validDayMs: given.validDayMinutes * 60_000, now };
  const created = await airtimeReport(watchlistId, frame, ports.reports);
  const about = {
    period: given.period,
    from: period.from,
    to: period.to,
    timezone,
    list: list?.name as string | undefined,
  };
  const file = `airtime-${given.period.replaceAll("/", "_")}`;
  switch (given.format) {
    case "csv":
      return csvFile(file, reportColumns, reportRows(created));
    case "xlsx":
      return workbook(file, reportColumns, reportRows(created));
    case "html":
      return reportPage(about, given.validDayMinutes, created);
    case "json":
      return json(view(created, frame, given, watchlistId));
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
  items: rows.map((row) => ({ ...row, goal: null })),
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
