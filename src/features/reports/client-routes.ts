import type { Language } from "../../core/language.ts";
import * as z from "zod";
import { calendarPeriod, isPeriodMonth, monthAfter } from "../../core/calendar-period.ts";
import { DAY_MS, hoursWords } from "../../core/duration.ts";
import { monthName, monthOfYearLabel } from "../../core/calendar.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { inReportTurn, renderedInPieces } from "./report-turn.ts";
import { readable, readAirtime, type ReadAirtime } from "./read-airtime.ts";
import { sharedBy, displayedBy } from "../feeds/formats/shared-by.ts";
import { found, Problem } from "../../http/problem.ts";
import { refuseQuery } from "../../http/query.ts";
import { routesOver } from "../../http/route.ts";
import type { FeedPorts } from "../feeds/formats/shown.ts";
import type { ReportPorts } from "./rows/report.ts";
import type { AirtimeRow } from "../../sections/airtime-shape.ts";
import { html } from "hono/html";
import { grouped } from "../../core/numbers-as-text.ts";
import { changeText, goalRow } from "../../sections/airtime/words.ts";
import {
  airtimeText,
  coverageWords,
  exactWords,
  isInexact,
  isUnwatched,
  isUnwatchedReport,
  nameWords,
  totalText,
} from "./airtime-words.ts";
import { type ExplainedColumn, METHOD_STYLE, methodSection, printedMethod, signatureLines } from "./report-method.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";

/** What a client's report shows besides the numbers. */
interface ClientLook {
  language: Language;
  /** The agency's name and picture; null for none. */
  agency: string | null;
  logo: string | null;
  /** The addresses of the months around; null where there is none. */
  earlier: string | null;
  later: string | null;
  /** True while the month is not over. */
  isOpen: boolean;
}

const STYLE = `
  :root { color-scheme: light; } body { font: 10pt/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #17181c; background: #fff; }
  header { display: flex; gap: 1rem; align-items: center; } header img { max-height: 4rem; max-width: 12rem; } header p { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
  h1 { font-size: 16pt; margin: .6rem 0 0; overflow-wrap: anywhere; } p { margin: .3rem 0 1rem; color: #555; } nav { display: flex; gap: 1rem; margin-bottom: 1rem; } nav a { color: #1d4ed8; padding: .4rem 0; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } th, td { text-align: right; padding: .3rem .4rem; border-bottom: 1px solid #ddd; vertical-align: top; } th { hyphens: auto; font-size: .9em; } td { white-space: nowrap; } td:first-child, td.wide { white-space: normal; overflow-wrap: anywhere; min-width: 6rem; }
  th:first-child, td:first-child { text-align: left; font-weight: 600; } tfoot td { font-weight: 600; } thead { display: table-header-group; } tr { break-inside: avoid; }
  @media screen and (max-width: 700px) {
    td { white-space: normal; overflow-wrap: anywhere; }
    table, tbody, tfoot { display: block; } thead, td:empty { display: none; }
    tr { display: grid; grid-template-columns: repeat(3, 1fr); gap: .4rem .8rem; padding: .8rem 0; border-bottom: 1px solid #ddd; }
    td { border: 0; padding: 0; text-align: left; } td:first-child { grid-column: 1 / -1; }
    td[data-label]::before { content: attr(data-label); display: block; font-size: 8pt; font-weight: 400; color: #555; }
  }
  @page { size: A4; margin: 14mm; } @media print { body { margin: 0; padding: 0; max-width: none; font-size: 9pt; } table { font-size: 8.5pt; } th, td { padding: .25rem .25rem; } td:first-child, td.wide { min-width: 5rem; } nav { display: none; } }`;

const goalWords = (language: Language, { name, goal }: AirtimeRow): string => {
  if (goal === null) return "–";
  const { value, change } = goalRow(language, { name, goal });
  return change === null ? value : `${value}: ${change.text}`;
};

/** The sources of pictures that the page may load: its own logo, and nothing else. */
const pictureSource = (logo: string | null): string =>
  logo === null ? "'none'" : logo.startsWith("data:") ? "data:" : new URL(logo).origin;

/** A month's report for a client, to read and to print on A4. It needs no script. */
async function clientPage(read: ReadAirtime, look: ClientLook): Promise<string> {
  const { scope, frame, report } = read;
  const { totals } = report;
  const { language, agency, logo } = look;
  const words = airtimeWords[language];
  const count = (value: number | null): string => (value === null ? "–" : grouped(language, value));
  const seen = (row: AirtimeRow, value: number): string => (isUnwatched(row) ? "–" : count(value));
  const month = monthOfYearLabel(language, frame.period.from, scope.timezone);
  const title = `${nameWords(scope.list?.name ?? "")}: ${month}${look.isOpen ? ` (${words.soFar})` : ""}`;
  const goals = report.rows.some(({ goal }) => goal !== null);
  const columns: ExplainedColumn[] = [
    { column: "name", head: words.creator, unit: "text" },
    { column: "seconds", head: words.airtime, unit: "hoursMinutes" },
    { column: "change", head: words.change, unit: "hoursMinutes" },
    { column: "validDays", head: words.validDays, unit: "days" },
    { column: "streams", head: words.streamsHead, unit: "number" },
    { column: "averageViewers", head: words.average, unit: "viewers" },
    { column: "peakViewers", head: words.peak, unit: "viewers" },
    { column: "coverage", head: words.coverage, unit: "percent" },
    ...(goals ? [{ column: "goal", head: words.goal, unit: "text" } as const] : []),
  ];
  const cells = (row: AirtimeRow): string[] => [
    nameWords(row.name),
    airtimeText(language, row),
    changeText(language, row.change)?.text ?? (row.change === null ? "–" : "±0"),
    seen(row, row.validDays),
    seen(row, row.streams),
    count(row.averageViewers),
    count(row.peakViewers),
    [
      coverageWords(language, row.coverage),
      ...(isInexact(row.uncertaintySeconds) ? [exactWords(language, row.uncertaintySeconds)] : []),
    ].join(", "),
    ...(goals ? [goalWords(language, row)] : []),
  ];
  const unwatched = isUnwatchedReport(report);
  const method = printedMethod(language, read);
  const sums = [
    words.all(count(totals.creators)),
    unwatched ? "–" : hoursWords(language, totals.seconds),
    "",
    unwatched ? "–" : count(totals.validDays),
    unwatched ? "–" : count(totals.streams),
    "",
    count(totals.peakViewers),
    ...columns.slice(7).map(() => ""),
  ];
  const line = (all: string[]) =>
    html`<tr>
      ${all.map((text, index) => (index === 0 ? html`<td>${text}</td>` : html`<td data-label="${columns[index]!.head}" class="${columns[index]!.unit === "text" ? "wide" : ""}">${text}</td>`))}
    </tr>`;
  const lines = await renderedInPieces(report.rows, (row) => line(cells(row)));
  return String(
    await html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          <style>
            ${STYLE} ${METHOD_STYLE}
          </style>
        </head>
        <body>
          <main>
            ${
              agency === null && logo === null
                ? ""
                : html`<header>
                    ${logo === null ? "" : html`<img src="${logo}" alt="" referrerpolicy="no-referrer" />`}
                    ${agency === null ? "" : html`<p>${nameWords(agency)}</p>`}
                  </header>`
            }
            <h1>${title}</h1>
            <p>${words.airtime}: ${totalText(language, report)}</p>
            <nav>
              ${look.earlier === null ? "" : html`<a href="${look.earlier}">${words.earlier}</a>`}
              ${look.later === null ? "" : html`<a href="${look.later}">${words.later}</a>`}
            </nav>
            <table>
              <thead>
                <tr>
                  ${columns.map(({ head }) => html`<th scope="col">${head}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${lines}
              </tbody>
              <tfoot>
                ${line(sums)}
              </tfoot>
            </table>
            ${methodSection(method, columns)}
            ${signatureLines(method, `${title}: ${totalText(language, report)}`, agency)}
          </main>
        </body>
      </html>`,
  );
}

/** The headers of a client's report. The address has the key, so nothing may pass it on. */
const clientHeaders = (logo: string | null): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "private, max-age=300",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "content-security-policy": `default-src 'none'; img-src ${pictureSource(logo)}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
});

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
      const look = (period: string) => ({
        language: key.language ?? list.language ?? ports.channels.language,
        agency: key.agency,
        logo: key.logo,
        earlier: period === first ? null : addressOf(query.key, monthAfter(period, -1)),
        later: period === thisMonth ? null : addressOf(query.key, monthAfter(period, 1)),
        isOpen: period === thisMonth,
      });
      const make = () =>
        inReportTurn(ports, async (reports) => {
          const read = async (period: string) =>
            readable((await readAirtime({ period, timezone, validDayMinutes: 60, list }, reports, now))!);
          const one = await read(month);
          const isBefore = one.report.rows.every(({ coverage }) => coverage === null);
          if (query.month !== undefined || !isBefore) return clientPage(one, look(month));
          return clientPage(await read(thisMonth), look(thisMonth));
        });
      const { to } = calendarPeriod(month, timezone, now)!;
      const isOver = query.month !== undefined && now > to + AFTERWARDS_MS;
      // What a tick changes is not worth another report: its age decides.
      const lasting = { ...shared, version: "" };
      const name = `report ${query.month ?? "last"} ${thisMonth} ${key.revision}`;
      const text = await displayedBy(lasting, name, ports, make, isOver ? OLDEST_OF_PAST_MS : OLDEST_MS);
      return new Response(text, { headers: clientHeaders(key.logo) });
    },
  }),
];

/** Relative, so that it works behind any address. */
const addressOf = (key: string, month: string): string => `?${new URLSearchParams({ key, month }).toString()}`;
