import { html } from "hono/html";
import { datedRange } from "../../core/calendar.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import type { Say } from "../../core/say.ts";
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

const goalText = (goal: AirtimeRow["goal"], say: Say): string =>
  goal === null ? "–" : `${doneText(goal, say)}: ${neededText(goal, goal.validDayMinutes, say)}`;

/** The heads of the columns, in order. */
const headsOf = (say: Say): string[] => [
  say.text("Creator"),
  say.text("Airtime"),
  say.text("Change"),
  say.text("Days"),
  say.text("Valid days"),
  say.text("Streams"),
  say.text("Average viewers"),
  say.text("Peak viewers"),
  say.text("Viewer hours"),
  say.text("Best rank"),
  say.text("Missed usual times"),
  say.text("Longest run"),
  say.text("Observed"),
  say.text("Goal"),
];

/** The cells of a row or of the totals; "" where a total has none. */
function cellsOf(row: AirtimeRow | null, totals: AirtimeReport["totals"], say: Say): string[] {
  const number = (value: number | null): string => (value === null ? "–" : grouped(say.language, value));
  const { seconds, validDays, streams, peakViewers, viewerSeconds, missedSlots } = row ?? totals;
  return [
    row === null ? say.plural(totals.creators, "{n} creator", "{n} creators") : nameWords(row.name),
    hoursWords(say.language, seconds),
    row === null ? "" : changeWords(say.language, row.change),
    row === null ? "" : String(row.days),
    String(validDays),
    String(streams),
    row === null ? "" : number(row.averageViewers),
    number(peakViewers),
    number(Math.round(viewerSeconds / 3600)),
    row === null ? "" : placesWords(row.bestPlaces),
    String(missedSlots),
    row === null ? "" : String(row.longestRunDays),
    row === null ? "" : coverageWords(row.coverage),
    row === null ? "" : goalText(row.goal, say),
  ];
}

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
  say: Say,
): Promise<Response> {
  const { from, to, timezone, list } = about;
  const days = datedRange(say.language, from, to - 1, timezone);
  const heads = headsOf(say);
  const cells = (row: AirtimeRow | null) =>
    cellsOf(row, report.totals, say).map((cell, place) =>
      place === 0 ? html`<td>${cell}</td>` : html`<td data-label="${heads[place]!}">${cell}</td>`,
    );
  const title = list === undefined ? say.text("Airtime") : say.text("Airtime of {list}", { list: nameWords(list) });
  const valid = say.plural(
    validDayMinutes,
    "{days}, {zone}. Time that was observed live; a valid day has at least {n} minute.",
    "{days}, {zone}. Time that was observed live; a valid day has at least {n} minutes.",
    { days, zone: timezone },
  );
  const body = html`<!doctype html>
    <html lang="${say.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${say.text("Airtime {days}", { days })}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${valid}</p>
          <table>
            <thead>
              <tr>
                ${heads.map((head) => html`<th>${head}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${report.rows.map(
                (row) =>
                  html`<tr>
                    ${cells(row)}
                  </tr>`,
              )}
            </tbody>
            <tfoot>
              <tr>
                ${cells(null)}
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
