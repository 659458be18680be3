import { html } from "hono/html";
import type { Language } from "../../core/language.ts";
import type { AirtimeRow } from "../../sections/airtime-shape.ts";
import { methodOf } from "../../sections/airtime/method/method.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import {
  exactWords,
  isInexact,
  isUnwatched,
  nameWords,
  periodText,
  totalText,
  totalUncertainty,
} from "./airtime-words.ts";
import { readable, type ReadAirtime } from "./read-airtime.ts";
import { cellText, reportColumns } from "./report-columns.ts";
import { METHOD_STYLE, methodScope, methodSection, signatureLines } from "./report-method.ts";
import { renderedInPieces } from "./report-turn.ts";

/** The agency's name and picture; null for none. */
export interface ReportBrand {
  agency: string | null;
  logo: string | null;
}

/** Where a report leads; null where that is nowhere. */
export interface ReportLinks {
  back: string | null;
  /** The reports of the months around. */
  earlier: string | null;
  later: string | null;
}

export const NO_LINKS: ReportLinks = { back: null, earlier: null, later: null };

const STYLE = `
  :root { color-scheme: light; } body { font: 10pt/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 66rem; padding: 0 1rem; color: #17181c; background: #fff; }
  header { display: flex; gap: 1rem; align-items: center; } header img { max-height: 4rem; max-width: 12rem; } header p { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
  h1 { font-size: 16pt; margin: .6rem 0 0; overflow-wrap: anywhere; } p { margin: .3rem 0 1rem; color: #555; } nav { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-bottom: 1rem; } nav a { color: #1d4ed8; padding: .4rem 0; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } th, td { text-align: right; padding: .3rem .4rem; border-bottom: 1px solid #ddd; vertical-align: top; } th { hyphens: auto; font-size: .9em; } td { white-space: nowrap; } td small { display: block; color: #555; }
  td:first-child, td.wide { white-space: normal; overflow-wrap: anywhere; min-width: 6rem; } th:first-child, td:first-child, th.wide, td.wide { text-align: left; } th:first-child, td:first-child { font-weight: 600; }
  tfoot td { font-weight: 600; } thead { display: table-header-group; } tr { break-inside: avoid; }
  @media screen and (max-width: 700px) {
    td { white-space: normal; overflow-wrap: anywhere; }
    table, tbody, tfoot { display: block; } thead, td:empty { display: none; }
    tr { display: grid; grid-template-columns: repeat(3, 1fr); gap: .4rem .8rem; padding: .8rem 0; border-bottom: 1px solid #ddd; }
    td { border: 0; padding: 0; text-align: left; } td:first-child { grid-column: 1 / -1; }
    td[data-label]::before { content: attr(data-label); display: block; font-size: 8pt; font-weight: 400; color: #555; }
  }
  @page { size: A4; margin: 14mm; } @media print { body { margin: 0; padding: 0; max-width: none; font-size: 9pt; } table { font-size: 8.5pt; } th, td { padding: .25rem .25rem; } td:first-child, td.wide { min-width: 4.5rem; } nav { display: none; } }`;

/** "Brightwave: November 2026 (so far)" */
export function reportTitle(read: ReadAirtime, language: Language): string {
  const words = airtimeWords[language];
  const { scope, frame } = read;
  const who = scope.list === null ? words.everybody : nameWords(scope.list.name);
  return `${who}: ${periodText(read, language)}${frame.now < frame.period.to ? ` (${words.soFar})` : ""}`;
}

/** A report for a client, to read and to print on A4, with lines for signatures. It needs no script. */
export async function reportPage(
  requested: ReadAirtime,
  language: Language,
  { agency, logo }: ReportBrand,
  links: ReportLinks,
): Promise<string> {
  const read = readable(requested);
  const { report } = read;
  const words = airtimeWords[language];
  const title = reportTitle(read, language);
  const sum = totalText(language, report);
  const method = methodOf(language, methodScope(read));
  const columns = reportColumns(read, language);
  const off = totalUncertainty(report);
  const line = (row: AirtimeRow | null) =>
    html`<tr>
      ${columns.map(({ column, head, unit, cell, total }) => {
        if (row === null) {
          const exact =
            column === "seconds" && total !== null && isInexact(off)
              ? html` <small>${exactWords(language, off)}</small>`
              : "";
          return html`<td data-label="${head}">${total === null ? "" : cellText(language, total)}${exact}</td>`;
        }
        const text = cellText(language, cell(row));
        if (column === "name") return html`<td>${text}</td>`;
        const isInexactTime = column === "seconds" && !isUnwatched(row) && isInexact(row.uncertaintySeconds);
        const exact = isInexactTime ? html` <small>${exactWords(language, row.uncertaintySeconds)}</small>` : "";
        return html`<td data-label="${head}" class="${unit === "text" ? "wide" : ""}">${text}${exact}</td>`;
      })}
    </tr>`;
  const lines = await renderedInPieces(report.rows, line);
  const link = (href: string | null, text: string) => (href === null ? "" : html`<a href="${href}">${text}</a>`);
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
            <p>${words.airtime}: ${sum}</p>
            <nav>
              ${link(links.back, words.back)} ${link(links.earlier, words.earlier)} ${link(links.later, words.later)}
            </nav>
            <table>
              <thead>
                <tr>
                  ${columns.map(({ column, head, unit }) => (unit === "text" && column !== "name" ? html`<th scope="col" class="wide">${head}</th>` : html`<th scope="col">${head}</th>`))}
                </tr>
              </thead>
              <tbody>
                ${lines}
              </tbody>
              <tfoot>
                ${line(null)}
              </tfoot>
            </table>
            ${methodSection(method, columns)} ${signatureLines(method, `${title}: ${sum}`, agency)}
          </main>
        </body>
      </html>`,
  );
}

/** The sources of pictures that the page may load: its own logo, and nothing else. */
const pictureSource = (logo: string | null): string =>
  logo === null ? "'none'" : logo.startsWith("data:") ? "data:" : new URL(logo).origin;

/** The headers of a report's page. */
export const reportHeaders = ({ logo }: ReportBrand): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "content-security-policy": `default-src 'none'; img-src ${pictureSource(logo)}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
});
