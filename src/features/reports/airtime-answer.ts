import type { Say } from "../../core/sentence.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import { methodOf } from "../../sections/airtime/method/method.ts";
import { csvFile } from "../../http/csv.ts";
import { methodScope, methodSheet } from "./report-method.ts";
import type { ReadAirtime } from "./read-airtime.ts";
import { reportPage } from "./report-page.ts";
import { airtimeTable } from "../history/tables.ts";
import { workbook } from "../../http/workbooks/write.ts";

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
