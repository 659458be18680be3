import * as z from "zod";
import { NAMED_PERIODS } from "../../core/calendar-period.ts";
import { iso } from "../../core/instant.ts";
import { soughtId, timezoneText } from "../../resources/fields.ts";
import { inReportTurn } from "./report-turn.ts";
import { readAirtime, type ReadAirtime } from "./read-airtime.ts";
import { refuseQuery } from "../../http/query.ts";
import { found } from "../../http/problem.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { json, type RouteContext, routesOver } from "../../http/route.ts";
import type { ReportPorts } from "./rows/report.ts";
import type { TeamPorts } from "../people/team.ts";
import { airtimeFile, REPORT_FILES } from "./airtime-answer.ts";

type Need = ReportPorts & TeamPorts;

const route = routesOver<Need>();

const PERIOD =
  "must be a month (2027-03), a week (2027-W10), two dates (2027-03-01/2027-03-15), " +
  `two instants (2027-03-01T08:00:00Z/2027-03-08T08:00:00Z) or one of: ${NAMED_PERIODS.join(", ")}`;

const query = () =>
  z.object({
    watchlistId: soughtId(watchlist.name).describe("Only creators of this watchlist."),
    period: z
      .string()
      .default("lastMonth")
      .describe(
        "A month (`2027-03`), an ISO week (`2027-W10`), two dates, both included (`2027-03-01/2027-03-15`), two instants, " +
          "the second excluded (`2027-03-01T08:00:00Z/2027-03-08T08:00:00Z`), `lastMonth`, `thisMonth`, `lastWeek` or " +
          "`thisWeek`. Default: `lastMonth`.",
      ),
    timezone: timezoneText()
      .optional()
      .describe(
        "The IANA time zone in which days are counted. Default: the watchlist's time zone, else the team's, else UTC.",
      ),
    validDayMinutes: z.coerce
      .number()
      .int()
      .min(1)
      .max(1440)
      .default(60)
      .describe("Minimum minutes live that make a day valid. Default: 60."),
    format: z
      .enum(["json", ...REPORT_FILES])
      .default("json")
      .describe("`csv` and `xlsx` return a table to download, `html` a page to print. Default: `json`."),
  });

type Query = z.output<ReturnType<typeof query>>;

/**
 * The watchlist of a report. A token limited to one watchlist implies it. Throws the 400 Problem if it has to be named.
 */
function listOf({ query: { watchlistId }, actor }: RouteContext<Need, Query>): string | null {
  const own = actor?.watchlistIds ?? null;
  if (watchlistId !== undefined || own === null) return watchlistId ?? null;
  if (own.length === 1) return own[0]!;
  return refuseQuery("watchlistId", "is needed: this token is limited to several watchlists");
}

async function report(requested: RouteContext<Need, Query>): Promise<Response> {
  const { ports, query: provided } = requested;
  const listId = listOf(requested);
  const list = listId === null ? null : found(await ports.keep.find(watchlist, listId), watchlist.noun);
  const scope = {
    period: provided.period,
    timezone: provided.timezone ?? list?.timezone ?? (await ports.team.read()).timezone ?? "UTC",
    validDayMinutes: provided.validDayMinutes,
    list,
  };
  const now = await ports.keep.now();
  return inReportTurn(ports, async (reports) => {
    const read = await readAirtime(scope, reports, now);
    if (read === null) return refuseQuery("period", PERIOD);
    if (provided.format === "json") return json(view(read));
    return airtimeFile(provided.format, read, "en", null, ports);
  });
}

const view = ({ scope, frame: { period }, report: { rows, totals } }: ReadAirtime) => ({
  period: { name: scope.period, from: iso(period.from), to: iso(period.to), timezone: scope.timezone },
  watchlistId: scope.list?.id ?? null,
  validDayMinutes: scope.validDayMinutes,
  items: rows,
  totals,
});

export const reportRoutes = [
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
