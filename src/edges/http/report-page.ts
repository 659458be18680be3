import { html } from "hono/html";
import { datedRange } from "../../core/calendar.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import type { AirtimeReport, AirtimeRow } from "../../core/airtime.ts";
import { changeWords, coverageWords, hoursWords, nameWords, placesWords } from "./airtime-words.ts";
import { doneText, neededText } from "./goal-words.ts";

/** The scope of a report, for its heading. */
interface ReportAbout {
  /** Epoch ms; `to` is excluded. */
  from: number;
  to: number;
  timezone: string;
  /** The watchlist's name; undefined for all creators. */
  list: string | undefined;
}

const number = (value: number | null): string => (value === null ? "–" : grouped("en", value));

const goalText = (goal: AirtimeRow["goal"]): string =>
  goal === null ? "–" : `${doneText(goal)}: ${neededText(goal, goal.validDayMinutes)}`;

const STYLE = `
  body { font: 10pt/1.4 system-ui, sans-serif; margin: 2rem; color: #17181c; }
  h1 { font-size: 16pt; margin: 0; } p { margin: .3rem 0 1rem; color: #555; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
  th:first-child, td:first-child { text-align: left; } th { font-weight: 600; } tfoot td { font-weight: 600; }
  thead { display: table-header-group; } tr { break-inside: avoid; }
  @media screen and (max-width: 900px) {
    body { margin: 1rem; } table, tbody, tfoot { display: block; } thead, td:empty { display: none; }
    tr { display: grid; grid-template-columns: repeat(3, 1fr); gap: .4rem .8rem; padding: .8rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
    td { border: 0; padding: 0; text-align: left; overflow-wrap: anywhere; } td:first-child { grid-column: 1 / -1; font-weight: 600; }
    td[data-label]::before { content: attr(data-label); display: block; font-size: 8pt; font-weight: 400; color: #555; }
  }
  @page { size: A4 landscape; margin: 12mm; } @media print { body { margin: 0; } }`;

/** A report as a printable page: A4 landscape, with its header on each sheet. It needs no script. */
export async function reportPage(
  about: ReportAbout,
  validDayMinutes: number,
  report: AirtimeReport,
): Promise<Response> {
  const { from, to, timezone, list } = about;
  const days = datedRange("en", from, to - 1, timezone);
  const { totals } = report;
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Airtime ${days}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>Airtime${list === undefined ? "" : ` of ${nameWords(list)}`}</h1>
          <p>${days}, ${timezone}. Time that was observed live; a valid day has at least ${validDayMinutes} minutes.</p>
          <table>
            <thead>
              <tr>
                <th>Creator</th>
                <th>Airtime</th>
                <th>Change</th>
                <th>Days</th>
                <th>Valid days</th>
                <th>Streams</th>
                <th>Average viewers</th>
                <th>Peak viewers</th>
                <th>Viewer hours</th>
                <th>Best rank</th>
                <th>Missed usual times</th>
                <th>Longest run</th>
                <th>Observed</th>
                <th>Goal</th>
              </tr>
            </thead>
            <tbody>
              ${report.rows.map(
                (row) =>
                  html`<tr>
                    <td>${nameWords(row.name)}</td>
                    <td data-label="Airtime">${hoursWords("en", row.seconds)}</td>
                    <td data-label="Change">${changeWords("en", row.change)}</td>
                    <td data-label="Days">${row.days}</td>
                    <td data-label="Valid days">${row.validDays}</td>
                    <td data-label="Streams">${row.streams}</td>
                    <td data-label="Average viewers">${number(row.averageViewers)}</td>
                    <td data-label="Peak viewers">${number(row.peakViewers)}</td>
                    <td data-label="Viewer hours">${number(Math.round(row.viewerSeconds / 3600))}</td>
                    <td data-label="Best rank">${placesWords(row.bestPlaces)}</td>
                    <td data-label="Missed usual times">${row.missedSlots}</td>
                    <td data-label="Longest run">${row.longestRunDays}</td>
                    <td data-label="Observed">${coverageWords(row.coverage)}</td>
                    <td data-label="Goal">${goalText(row.goal)}</td>
                  </tr>`,
              )}
            </tbody>
            <tfoot>
              <tr>
                <td>${totals.creators} ${totals.creators === 1 ? "creator" : "creators"}</td>
                <td data-label="Airtime">${hoursWords("en", totals.seconds)}</td>
                <td data-label="Change"></td>
                <td data-label="Days"></td>
                <td data-label="Valid days">${totals.validDays}</td>
                <td data-label="Streams">${totals.streams}</td>
                <td data-label="Average viewers"></td>
                <td data-label="Peak viewers">${number(totals.peakViewers)}</td>
                <td data-label="Viewer hours">${number(Math.round(totals.viewerSeconds / 3600))}</td>
                <td data-label="Best rank"></td>
                <td data-label="Missed usual times">${totals.missedSlots}</td>
                <td data-label="Longest run"></td>
                <td data-label="Observed"></td>
                <td data-label="Goal"></td>
              </tr>
            </tfoot>
          </table>
        </main>
      </body>
    </html>`;
  return new Response(String(await body), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}
