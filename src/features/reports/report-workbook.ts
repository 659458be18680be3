import type { Language } from "../../core/language.ts";
import { workbook, type Sheet } from "../../http/workbooks/write.ts";
import { methodOf } from "../../sections/airtime/method/method.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import { airtimeTable } from "../history/tables.ts";
import { nameWords, totalText } from "./airtime-words.ts";
import { readable, type ReadAirtime } from "./read-airtime.ts";
import { type ReportColumn, sheetColumns } from "./report-columns.ts";
import { methodScope, methodSheet } from "./report-method.ts";
import { type ReportBrand, reportTitle } from "./report-page.ts";

/** The width of a column of text, such as the goals, in characters. */
const TEXT_WIDTH = 36;

/**
 * A report as an Excel workbook: a sheet for people, what its columns mean, and the columns of the API for programs,
 * which stand first in the API's answer. The sheet for people shows times to the minute, whose sum is the total.
 */
export function reportWorkbook(
  file: string,
  read: ReadAirtime,
  { language, brand, forPrograms }: { language: Language; brand: ReportBrand; forPrograms: boolean },
): Response {
  const shown = readable(read);
  const columns = sheetColumns(shown, language);
  const method = methodOf(language, methodScope(read));
  const { columns: names, rows } = airtimeTable(file);
  const above = [
    reportTitle(shown, language),
    ...(brand.agency === null ? [] : [nameWords(brand.agency)]),
    `${airtimeWords[language].airtime}: ${totalText(language, shown.report)}`,
    ...method.about.slice(0, method.about.indexOf(method.words.checks)),
  ];
  const people = [peopleSheet(shown, columns, above, language), methodSheet(method, columns, language)];
  const data = { name: method.words.data, columns: names, rows: read.report.rows.flatMap(rows) };
  return workbook(file, forPrograms ? [data, ...people] : [...people, data]);
}

/** The rows of a report below what it is. */
function peopleSheet({ report }: ReadAirtime, columns: ReportColumn[], above: string[], language: Language): Sheet {
  return {
    name: airtimeWords[language].airtime,
    above,
    columns: columns.map(({ head }) => head),
    rows: report.rows.map((row) => columns.map(({ cell }) => cell(row))),
    totals: columns.map(({ total }) => total),
    widths: columns.map(({ head, unit }) => (unit === "text" ? TEXT_WIDTH : Math.max(12, head.length + 2))),
  };
}
