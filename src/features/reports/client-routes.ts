import type { Language } from "../../core/language.ts";
import * as z from "zod";
import { calendarPeriod, isPeriodMonth, monthAfter } from "../../core/calendar-period.ts";
import { DAY_MS } from "../../core/duration.ts";
import { monthName } from "../../core/calendar.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { inReportTurn } from "./report-turn.ts";
import { readAirtime } from "./read-airtime.ts";
import { sharedBy, displayedBy } from "../feeds/formats/shared-by.ts";
import { found, Problem } from "../../http/problem.ts";
import { refuseQuery } from "../../http/query.ts";
import { routesOver } from "../../http/route.ts";
import type { FeedPorts } from "../feeds/formats/shown.ts";
import type { ReportPorts } from "./rows/report.ts";
import { reportHeaders, reportPage } from "./report-page.ts";

const route = routesOver<FeedPorts & ReportPorts & { channels: { language: Language } }>();

/** Months that a client can go back. */
const MAX_MONTHS = 24;

/** A report reads hundreds of rows, and its numbers change slowly. Those of a month that is over change rarely. */
const OLDEST_MS = 600_000;
const OLDEST_OF_PAST_MS = 3_600_000;

/** Streams that count for a month can end, and be detected, this long after it. */
const AFTERWARDS_MS = 2 * DAY_MS;

const PATH = "/feeds/report.html";

export const clientReportRoutes = [
  route({
    method: "get",
    path: PATH,
    scope: "public",
    operation: "getClientReport",
    query: () =>
      z.object({
        key: z.string().max(200).describe("A feed key's `key`, with `report`. Anyone with the address can see it."),
        month: z
          .string()
          .refine(isPeriodMonth, "must be a month such as 2027-03")
          .optional()
          .describe(
            "A month of the last two years (`2027-03`). Default: the last one that is over, or this one if everybody was added later.",
          ),
      }),
    async handle(requested) {
      const shared = await sharedBy(requested);
      const { ports, query } = requested;
      const { key } = shared;
      if (!key.report || key.watchlistId === null) throw new Problem(404, "This key opens no report.");
      const list = found(await ports.keep.find(watchlist, key.watchlistId), "report");
      const timezone = list.timezone ?? shared.teamZone ?? "UTC";
      const now = await ports.keep.now();
      const thisMonth = monthName(now, timezone);
      const first = monthAfter(thisMonth, -MAX_MONTHS);
      const month = query.month ?? monthAfter(thisMonth, -1);
      if (month > thisMonth || month < first) return refuseQuery("month", `must be of ${first} to ${thisMonth}`);
      const language = key.language ?? list.language ?? ports.channels.language;
      const links = (period: string) => ({
        back: `../shared?${new URLSearchParams({ key: query.key }).toString()}`,
        earlier: period === first ? null : addressOf(query.key, monthAfter(period, -1)),
        later: period === thisMonth ? null : addressOf(query.key, monthAfter(period, 1)),
      });
      const make = () =>
        inReportTurn(ports, async (all) => {
          // The link shows its list, so no rankings of others.
          const reports: typeof all = { ...all, bestPlaces: (ids, from, to) => all.bestPlaces(ids, from, to, list.id) };
          const read = async (period: string) =>
            (await readAirtime({ period, timezone, validDayMinutes: 60, list }, reports, now))!;
          const one = await read(month);
          const isBefore = one.report.rows.every(({ coverage }) => coverage === null);
          if (query.month !== undefined || !isBefore) return reportPage(one, language, key, links(month));
          return reportPage(await read(thisMonth), language, key, links(thisMonth));
        });
      const { to } = calendarPeriod(month, timezone, now)!;
      const isOver = query.month !== undefined && now > to + AFTERWARDS_MS;
      // What a tick changes is not worth another report: its age decides.
      const lasting = { ...shared, version: "" };
      const name = `report ${query.month ?? "last"} ${thisMonth} ${key.revision}`;
      const text = await displayedBy(lasting, name, ports, make, isOver ? OLDEST_OF_PAST_MS : OLDEST_MS);
      // The address has the key, so nothing may pass it on.
      const apart = { "cache-control": "private, max-age=300", "x-robots-tag": "noindex" };
      return new Response(text, { headers: { ...reportHeaders(key), ...apart } });
    },
  }),
];

/** Relative, so that it works behind any address. */
const addressOf = (key: string, month: string): string => `?${new URLSearchParams({ key, month }).toString()}`;
