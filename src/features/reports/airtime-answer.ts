import type { Say } from "../../core/sentence.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import { methodOf } from "../../sections/airtime/method/method.ts";
import { csvFile } from "../../http/csv.ts";
import {
  methodScope,
  methodSheet,
  METHOD_STYLE,
  methodSection,
  signatureLines,
  type ExplainedColumn,
} from "./report-method.ts";
import { readable, type ReadAirtime } from "./read-airtime.ts";
import { airtimeTable } from "../history/tables.ts";
import { workbook } from "../../http/workbooks/write.ts";
import type { AirtimeReport, AirtimeRow } from "../../sections/airtime-shape.ts";
import { html } from "hono/html";
import { datedRange } from "../../core/calendar.ts";
import { hoursWords } from "../../core/duration.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { changeWords, coverageWords, exactWords, nameWords, placesWords } from "./airtime-words.ts";
import { doneText, neededText } from "../goals/goal-words.ts";
import { renderedInPieces } from "./report-turn.ts";

/** The goal's time zone is named if it is not that of the report. */
function goalText(goal: AirtimeRow["goal"], timezone: string, say: Say): string {
  if (goal === null) return "–";
  const where = goal.timezone === timezone ? "" : ` (${goal.timezone})`;
  return `${doneText(goal, say)}${where}: ${neededText(goal, goal.validDayMinutes, say)}`;
}

/** The columns, in order. Missed times only if there are some: whose times are too irregular to tell have none either. */
const columnsOf = (say: Say, { missedSlots }: AirtimeReport["totals"]): ExplainedColumn[] => [
  { column: "name", head: say.text("Creator"), unit: "text" },
  { column: "seconds", head: say.text("Airtime"), unit: "hoursMinutes" },
  { column: "change", head: say.text("Change"), unit: "hoursMinutes" },
  { column: "days", head: say.text("Days"), unit: "days" },
  { column: "validDays", head: say.text("Valid days"), unit: "days" },
  { column: "streams", head: say.text("Streams"), unit: "number" },
  { column: "averageViewers", head: say.text("Average viewers"), unit: "viewers" },
  { column: "peakViewers", head: say.text("Peak viewers"), unit: "viewers" },
  { column: "viewerSeconds", head: say.text("Viewer hours"), unit: "viewerHours" },
  { column: "bestPlaces", head: say.text("Best rank"), unit: "text" },
  ...(missedSlots === 0
    ? []
    : [{ column: "missedSlots", head: say.text("Missed usual times"), unit: "number" } as const]),
  { column: "longestRunDays", head: say.text("Longest run"), unit: "days" },
  { column: "coverage", head: airtimeWords[say.language].observed, unit: "percent" },
  { column: "uncertaintySeconds", head: "±", unit: "hoursMinutes" },
  { column: "goal", head: say.text("Goal"), unit: "text" },
];

/** The cells of a row or of the totals; "" where a total has none. */
function cellsOf(row: AirtimeRow | null, totals: AirtimeReport["totals"], timezone: string, say: Say): string[] {
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
    ...(totals.missedSlots === 0 ? [] : [missedSlots === 0 ? "–" : String(missedSlots)]),
    row === null ? "" : String(row.longestRunDays),
    row === null ? "" : coverageWords(say.language, row.coverage),
    exactWords(say.language, (row ?? totals).uncertaintySeconds),
    row === null ? "" : goalText(row.goal, timezone, say),
  ];
}

const STYLE = `
  body { font: 10pt/1.4 system-ui, sans-serif; margin: 2rem; color: #17181c; }
  h1 { font-size: 16pt; margin: 0; } p { margin: .3rem 0 1rem; color: #555; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: right; padding: .3rem .4rem; border-bottom: 1px solid #ddd; }
  td { white-space: nowrap; } td:first-child, td.wide { white-space: normal; overflow-wrap: anywhere; } td:first-child { min-width: 6rem; } td.wide:last-child { min-width: 9rem; }
  th:first-child, td:first-child { text-align: left; } th { font-weight: 600; } tfoot td { font-weight: 600; }
  thead { display: table-header-group; } tr { break-inside: avoid; }
  @media print, screen and (min-width: 901px) and (max-width: 1500px) { table { font-size: 8.5pt; } th { font-size: 8pt; } th, td { padding: .3rem .25rem; } }
  @media screen and (max-width: 900px) {
    td { white-space: normal; }
    body { margin: 1rem; } table, tbody, tfoot { display: block; } thead, td:empty { display: none; }
    tr { display: grid; grid-template-columns: repeat(3, 1fr); gap: .4rem .8rem; padding: .8rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
    td { border: 0; padding: 0; text-align: left; overflow-wrap: anywhere; } td:first-child { grid-column: 1 / -1; font-weight: 600; }
    td[data-label]::before { content: attr(data-label); display: block; font-size: 8pt; font-weight: 400; color: #555; }
  }
  @page { size: A4 landscape; margin: 12mm; } @media print { body { margin: 0; } }`;

/**
 * A report as a printable page: A4 landscape, with its header on each sheet, then how it was computed and lines for
 * signatures. It needs no script.
 */
async function reportPage(read: ReadAirtime, say: Say): Promise<Response> {
  const { scope, frame, report } = readable(read);
  const { timezone, list } = scope;
  const days = datedRange(say.language, frame.period.from, frame.period.to - 1, timezone);
  const columns = columnsOf(say, report.totals);
  const cells = (row: AirtimeRow | null) =>
    cellsOf(row, report.totals, timezone, say).map((cell, place) =>
      place === 0
        ? html`<td>${cell}</td>`
        : html`<td data-label="${columns[place]!.head}" class="${columns[place]!.unit === "text" ? "wide" : ""}">
            ${cell}
          </td>`,
    );
  const title = list === null ? say.text("Airtime") : say.text("Airtime of {list}", { list: nameWords(list.name) });
  const sum = hoursWords(say.language, report.totals.seconds);
  const method = methodOf(say.language, methodScope(read));
  const signed = `${title}, ${days}: ${sum}`;
  const line = (row: AirtimeRow) =>
    html`<tr>
      ${cells(row)}
    </tr>`;
  const lines = await renderedInPieces(report.rows, line);
  const body = html`<!doctype html>
    <html lang="${say.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${say.text("Airtime {days}", { days })}</title>
        <style>
          ${STYLE} ${METHOD_STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${sum} · ${days} · ${timezone}</p>
          <table>
            <thead>
              <tr>
                ${columns.map(({ head }) => html`<th>${head}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${lines}
            </tbody>
            <tfoot>
              <tr>
                ${cells(null)}
              </tr>
            </tfoot>
          </table>
          ${methodSection(method, columns)} ${signatureLines(method, signed, null)}
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

/** Formats of a report other than JSON. */
export const REPORT_FILES = ["csv", "xlsx", "html"] as const;

export type ReportFile = (typeof REPORT_FILES)[number];

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
