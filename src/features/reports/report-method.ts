import { html } from "hono/html";
import { GOAL_STATES } from "../../core/goal.ts";
import type { Language } from "../../core/language.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import type { Method, MethodColumn, MethodScope, MethodUnit } from "../../sections/airtime/method/method.ts";
import { watchedSinceAdded } from "../../sections/airtime/watched-since.ts";
import type { ReadAirtime } from "./read-airtime.ts";
import { nameWords, totalUncertainty } from "./airtime-words.ts";
import type { Sheet } from "../../http/workbooks/write.ts";

/** What the method of a report says of its scope. */
export const methodScope = ({ scope, frame, report }: ReadAirtime): MethodScope => ({
  from: frame.period.from,
  to: frame.period.to,
  now: frame.now,
  timezone: scope.timezone,
  validDayMinutes: scope.validDayMinutes,
  watched: watchedSinceAdded(report.rows, frame.period.from, Math.min(frame.period.to, frame.now)),
  totals: { uncertaintySeconds: totalUncertainty(report) },
});

/** A column of a printed report, with the head that it has there. */
export interface ExplainedColumn {
  column: MethodColumn;
  head: string;
  unit: MethodUnit;
}

/**
 * A printed page of its own. A heading stays with what follows, signatures stay together, and the totals of a table stand
 * once, at its end. Without a child selector, which would be escaped.
 */
export const METHOD_STYLE = `
  .method { margin-top: 2rem; } .method h2, .signatures h2 { font-size: 12pt; margin: 0 0 .4rem; break-after: avoid; } .method p { margin: 0 0 .3rem; }
  .method dl { margin: .8rem 0 0; } .method dl div { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 3fr); gap: .8rem; padding: .25rem 0; border-top: 1px solid #ddd; break-inside: avoid; }
  .method dt { font-weight: 600; overflow-wrap: anywhere; } .method small { font-weight: 400; color: #555; } .method dd { margin: 0; overflow-wrap: anywhere; }
  .signatures { margin-top: 2rem; max-width: 50rem; } .signatures p { margin: 0; overflow-wrap: anywhere; }
  .signatures h3 { font-size: 10pt; margin: 1rem 0 0; overflow-wrap: anywhere; }
  .signatures div { display: grid; grid-template-columns: 2fr 1fr 2fr; gap: 8mm; } .signatures span { margin-top: 9mm; border-top: 1px solid #17181c; padding-top: 1mm; font-size: 8pt; color: #555; }
  @media print {
    tfoot { display: table-row-group; } tfoot tr { break-before: avoid; }
    .method { margin: 0; break-before: page; font-size: 8.5pt; } .method dl div { padding: .1rem 0; }
    .signatures { break-inside: avoid; margin-top: 5mm; max-width: none; } .signatures h3 { margin: 2mm 0 0; }
  }`;

/** How the numbers of a report are computed, with a line for each of its columns. */
export const methodSection = ({ words, about, meaning }: Method, columns: ExplainedColumn[]) =>
  html`<section class="method">
    <h2>${words.title}</h2>
    ${about.map((line) => html`<p>${line}</p>`)}
    <dl>
      ${columns.map(
        ({ column, head, unit }) =>
          html`<div>
            <dt>${head}${unit === "text" ? "" : html` <small>${words.units[unit]}</small>`}</dt>
            <dd>${meaning(column)}</dd>
          </div>`,
      )}
    </dl>
  </section>`;

/**
 * Lines for the signatures of an agency (null: not named) and its client. `signed` says what they sign,
 * because these lines may be on another sheet than the numbers.
 */
export const signatureLines = ({ words }: Method, signed: string, agency: string | null) =>
  html`<section class="signatures">
    <h2>${words.signatures}</h2>
    <p>${signed}</p>
    ${[agency === null ? words.agency : `${words.agency}: ${nameWords(agency)}`, words.client].map(
      (party) =>
        html`<h3>${party}</h3>
          <div>
            ${[words.signedName, words.signedDate, words.signature].map((line) => html`<span>${line}</span>`)}
          </div>`,
    )}
  </section>`;

/** The units of a workbook's columns. Columns of one meaning, such as those of a goal, share a line. */
const SHEET: [names: string, MethodColumn, MethodUnit][] = [
  ["targetId, name, handle", "name", "text"],
  ["seconds", "seconds", "seconds"],
  ["change", "change", "seconds"],
  ["days", "days", "days"],
  ["validDays", "validDays", "days"],
  ["streams", "streams", "number"],
  ["averageViewers", "averageViewers", "viewers"],
  ["peakViewers", "peakViewers", "viewers"],
  ["viewerSeconds", "viewerSeconds", "viewerSeconds"],
  ["bestPlaces", "bestPlaces", "text"],
  ["missedSlots", "missedSlots", "number"],
  ["longestRunDays", "longestRunDays", "days"],
  ["coverage", "coverage", "share"],
  ["goal, goal.*", "goal", "number"],
  ["unknownSeconds", "unknownSeconds", "seconds"],
  ["uncertaintySeconds", "uncertaintySeconds", "seconds"],
  ["watchedSince", "watchedSince", "text"],
  ["removed", "removed", "text"],
];

/** What the states of goals in the data are called elsewhere: "behind: behind / out of reach; …". */
function statesText(language: Language): string {
  const words = airtimeWords[language];
  return GOAL_STATES.map((state) => `${state}: ${words[state]}${state === "behind" ? ` / ${words.out}` : ""}`).join(
    "; ",
  );
}

/** How the numbers are computed, as a sheet of a workbook. `shown` are the columns of its first sheet. */
export function methodSheet({ words, about, meaning }: Method, shown: ExplainedColumn[], language: Language): Sheet {
  const headOf = (name: MethodColumn): string =>
    shown.flatMap(({ column, head }) => (column === name ? head : [])).join(", ");
  const columns = SHEET.map(([names, column, unit]) => [headOf(column), names, words.units[unit], meaning(column)]);
  return {
    name: words.sheet,
    columns: [words.column, words.data, words.unit, words.meaning],
    rows: [
      ...columns,
      ["", "goal.state", words.units.text, statesText(language)],
      ...about.map((line) => ["", "", "", line]),
    ],
    widths: [24, 24, 22, 120],
  };
}
