import type { Say } from "../../core/sentence.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import { methodOf } from "../../sections/airtime/method/method.ts";
import { csvFile } from "../../http/csv.ts";
import {
  methodScope,
  methodSheet,
  METHOD_STYLE,
  methodSection,
  printedMethod,
  signatureLines,
  type ExplainedColumn,
} from "./report-method.ts";
import { readable, type ReadAirtime } from "./read-airtime.ts";
import { airtimeTable } from "../history/tables.ts";
import { workbook } from "../../http/workbooks/write.ts";
import type { AirtimeReport, AirtimeRow } from "../../sections/airtime-shape.ts";
import { html } from "hono/html";
import { hoursWords } from "../../core/duration.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import {
  airtimeText,
  changeWords,
  coverageWords,
  exactWords,
  isUnwatched,
  isUnwatchedReport,
  nameWords,
  periodText,
  placesWords,
  totalText,
} from "./airtime-words.ts";
import { doneText, neededText } from "../goals/goal-words.ts";
import { renderedInPieces } from "./report-turn.ts";

/** The goal's time zone is named if it is not that of the report. */
function goalText(goal: AirtimeRow["goal"], timezone: string, say: Say): string {
  if (goal === null) return "–";
  const where = goal.timezone === timezone ? "" : ` (${goal.timezone})`;
  return `${doneText(goal, say)}${where}: ${neededText(goal, goal.validDayMinutes, say)}`;
}

interface Column extends ExplainedColumn {
  cell: (row: AirtimeRow) => string;
  /** What stands in the row of totals. */
  total?: string;
}

/** All columns in order. */
function columnsOf({ rows, totals }: AirtimeReport, timezone: string, say: Say): Column[] {
  const { language } = say;
  const words = airtimeWords[language];
  const number = (value: number | null): string => (value === null ? "–" : grouped(language, value));
  const unwatched = isUnwatchedReport({ rows, totals });
  const counted = (value: number) => (unwatched ? "–" : number(value));
  const seen = (of: (row: AirtimeRow) => number) => (row: AirtimeRow) => (isUnwatched(row) ? "–" : number(of(row)));
  const viewerHours = (seconds: number): number => Math.round(seconds / 3600);
  return [
    {
      column: "name",
      head: say.text("Creator"),
      unit: "text",
      cell: ({ name }) => nameWords(name),
      total: say.plural(totals.creators, "{n} creator", "{n} creators"),
    },
    {
      column: "seconds",
      head: say.text("Airtime"),
      unit: "hoursMinutes",
      cell: (row) => airtimeText(language, row),
      total: unwatched ? "–" : hoursWords(language, totals.seconds),
    },
    {
      column: "change",
      head: say.text("Change"),
      unit: "hoursMinutes",
      cell: ({ change }) => changeWords(language, change),
    },
    { column: "days", head: say.text("Days"), unit: "days", cell: seen(({ days }) => days) },
    {
      column: "validDays",
      head: say.text("Valid days"),
      unit: "days",
      cell: seen(({ validDays }) => validDays),
      total: counted(totals.validDays),
    },
    {
      column: "streams",
      head: say.text("Streams"),
      unit: "number",
      cell: seen(({ streams }) => streams),
      total: counted(totals.streams),
    },
    {
      column: "averageViewers",
      head: say.text("Average viewers"),
      unit: "viewers",
      cell: ({ averageViewers }) => number(averageViewers),
    },
    {
      column: "peakViewers",
      head: say.text("Peak viewers"),
      unit: "viewers",
      cell: ({ peakViewers }) => number(peakViewers),
      total: number(totals.peakViewers),
    },
    {
      column: "viewerSeconds",
      head: say.text("Viewer hours"),
      unit: "viewerHours",
      cell: seen(({ viewerSeconds }) => viewerHours(viewerSeconds)),
      total: counted(viewerHours(totals.viewerSeconds)),
    },
    {
      column: "bestPlaces",
      head: say.text("Best rank"),
      unit: "text",
      cell: ({ bestPlaces }) => placesWords(bestPlaces),
    },
    {
      column: "missedSlots",
      head: say.text("Missed usual times"),
      unit: "number",
      // Whose times are too irregular to tell have none either.
      cell: ({ missedSlots }) => (missedSlots === 0 ? "–" : number(missedSlots)),
      total: number(totals.missedSlots),
    },
    {
      column: "longestRunDays",
      head: say.text("Longest streak"),
      unit: "days",
      cell: seen(({ longestRunDays }) => longestRunDays),
    },
    {
      column: "coverage",
      head: words.coverage,
      unit: "percent",
      cell: ({ coverage }) => coverageWords(language, coverage),
    },
    {
      column: "uncertaintySeconds",
      head: "±",
      unit: "hoursMinutes",
      cell: (row) => (isUnwatched(row) ? "–" : exactWords(language, row.uncertaintySeconds)),
      total: unwatched ? "–" : exactWords(language, totals.uncertaintySeconds),
    },
    { column: "goal", head: say.text("Goal"), unit: "text", cell: ({ goal }) => goalText(goal, timezone, say) },
  ];
}

/** The columns that a report always has. The others say something of somebody. */
const ALWAYS: ReadonlySet<string> = new Set(["name", "seconds"]);

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
  const words = airtimeWords[say.language];
  const columns = columnsOf(report, timezone, say).filter(
    ({ column, cell }) => ALWAYS.has(column) || report.rows.some((row) => cell(row) !== "–"),
  );
  const cells = (row: AirtimeRow | null) =>
    columns.map(({ column, head, unit, cell, total = "" }) => {
      const text = row === null ? total : cell(row);
      return column === "name"
        ? html`<td>${text}</td>`
        : html`<td data-label="${head}" class="${unit === "text" ? "wide" : ""}">${text}</td>`;
    });
  const who = list === null ? say.text("All creators") : nameWords(list.name);
  const title = `${who}: ${periodText(read, say)}${frame.now < frame.period.to ? ` (${words.soFar})` : ""}`;
  const sum = totalText(say.language, report);
  const method = printedMethod(say.language, read);
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
        <title>${title}</title>
        <style>
          ${STYLE} ${METHOD_STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${words.airtime}: ${sum} · ${timezone}</p>
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
          ${methodSection(method, columns)} ${signatureLines(method, `${title}: ${sum}`, null)}
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
