import type { Language } from "../../core/language.ts";
import { csvFile } from "../../http/csv.ts";
import type { CorePorts } from "../../http/ports.ts";
import { feedKey, type FeedKey } from "../feeds/resource/feed-key.ts";
import { airtimeTable } from "../history/tables.ts";
import type { ReadAirtime } from "./read-airtime.ts";
import { NO_LINKS, type ReportBrand, reportHeaders, type ReportLinks, reportPage } from "./report-page.ts";
import { reportWorkbook } from "./report-workbook.ts";

/** Formats of a report other than JSON. */
export const REPORT_FILES = ["csv", "xlsx", "html"] as const;

export type ReportFile = (typeof REPORT_FILES)[number];

/** Links whose names are looked through. */
const MAX_LINKS = 200;

/** The name and picture that the newest link to a list's report shows to its client. */
async function brandOf(list: { id: string } | null, { keep }: Pick<CorePorts, "keep">): Promise<ReportBrand> {
  if (list === null) return { agency: null, logo: null };
  const { items } = await keep.list(feedKey, { watchlistId: list.id }, { limit: MAX_LINKS, after: null });
  const { agency, logo } = (items as FeedKey[]).findLast((key) => key.report && (key.agency ?? key.logo) !== null) ?? {
    agency: null,
    logo: null,
  };
  return { agency, logo };
}

/** The name of a report's file, without extension. Some systems refuse colons. */
export const airtimeFileName = (period: string): string => `airtime-${period.replaceAll("/", "_").replaceAll(":", "")}`;

/**
 * Answers with a report as a table to download, or as a page to print. The columns of CSV are those of the API.
 * `links` are of a page; null for a program.
 */
export async function airtimeFile(
  format: ReportFile,
  read: ReadAirtime,
  language: Language,
  links: ReportLinks | null,
  ports: Pick<CorePorts, "keep">,
): Promise<Response> {
  const name = airtimeFileName(read.scope.period);
  switch (format) {
    case "csv": {
      const { file, columns, rows } = airtimeTable(name);
      return csvFile(file, columns, read.report.rows.flatMap(rows));
    }
    case "xlsx": {
      const brand = await brandOf(read.scope.list, ports);
      return reportWorkbook(name, read, { language, brand, forPrograms: links === null });
    }
    case "html": {
      const brand = await brandOf(read.scope.list, ports);
      return new Response(await reportPage(read, language, brand, links ?? NO_LINKS), {
        headers: reportHeaders(brand),
      });
    }
  }
}
