import { html } from "hono/html";
import { datedRange } from "../../core/calendar.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import type { AirtimeReport } from "../../flows/browse/airtime-report/report.ts";
import type { AirtimeRow } from "../../flows/browse/airtime-report/row.ts";
import { doneText, neededText } from "./goal-words.ts";
import { placesText } from "./tables.ts";

/** What a report is of, in words. */
export interface ReportAbout {
  period: string;
  /** Epoch ms; `to` is not included. */
  from: number;
  to: number;
  timezone: string;
  /** The watchlist's name; undefined for all creators. */
  list: string | undefined;
}

const number = (value: number | null): string => (value === null ? "–" : grouped("en", value));

/** "12 h 05 min" */
const hours = (seconds: number): string => {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const text = `${grouped("en", Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, "0")} min`;
  return seconds < 0 ? `−${text}` : text;
};

const change = (seconds: number | null): string =>
  seconds === null ? "–" : seconds > 0 ? `+${hours(seconds)}` : hours(seconds);

const percent = (share: number | null): string => (share === null ? "–" : `${(share * 100).toFixed(1)} %`);

const goalText = (goal: AirtimeRow["goal"]): string =>
  goal === null ? "–" : `${doneText(goal)}: ${neededText(goal, goal.validDayMinutes)}`;

const STYLE = `
  body { font: 10pt/1.4 system-ui, sans-serif; margin: 2rem; color: #17181c; }
  h1 { font-size: 16pt; margin: 0; } p { margin: .3rem 0 1rem; color: #555; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid #ddd; }
  th:first-child, td:first-child { text-align: left; } th { font-weight: 600; } tfoot td { font-weight: 600; }
  thead { display: table-header-group; } tr { break-inside: avoid; }
  @page { size: A4 landscape; margin: 12mm; } @media print { body { margin: 0; } }`;

/** A report as a page to print: A4, landscape, its head on each sheet. It needs no script. */
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
        <h1>Airtime${list === undefined ? "" : ` of ${list}`}</h1>
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
              <th>Avg viewers</th>
              <th>Peak viewers</th>
              <th>Viewer hours</th>
              <th>Best rank</th>
              <th>Missed usual times</th>
              <th>Longest run</th>
              <th>Coverage</th>
              <th>Goal</th>
            </tr>
          </thead>
          <tbody>
            ${report.rows.map(
              (row) =>
                html`<tr>
                  <td>${row.name}</td>
                  <td>${hours(row.seconds)}</td>
                  <td>${change(row.change)}</td>
                  <td>${row.days}</td>
                  <td>${row.validDays}</td>
                  <td>${row.streams}</td>
                  <td>${number(row.averageViewers)}</td>
                  <td>${number(row.peakViewers)}</td>
                  <td>${number(Math.round(row.viewerSeconds / 3600))}</td>
                  <td>${placesText(row.bestPlaces) || "–"}</td>
                  <td>${row.missedSlots}</td>
                  <td>${row.longestRunDays}</td>
                  <td>${percent(row.coverage)}</td>
                  <td>${goalText(row.goal)}</td>
                </tr>`,
            )}
          </tbody>
          <tfoot>
            <tr>
              <td>${totals.creators} ${totals.creators === 1 ? "creator" : "creators"}</td>
              <td>${hours(totals.seconds)}</td>
              <td></td>
              <td></td>
              <td>${totals.validDays}</td>
              <td>${totals.streams}</td>
              <td></td>
              <td>${number(totals.peakViewers)}</td>
              <td>${number(Math.round(totals.viewerSeconds / 3600))}</td>
              <td></td>
              <td>${totals.missedSlots}</td>
              <td></td>
              <td></td>
              <td></td>
            </tr>
          </tfoot>
        </table>
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
