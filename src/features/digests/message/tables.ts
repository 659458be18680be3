import type { AirtimeRow } from "../../../sections/airtime-shape.ts";
import type { ChannelKind } from "../../../channels/kind.ts";
import { periodName } from "../../../core/calendar-period.ts";
import type { Language } from "../../../core/language.ts";
import type { ReportFile, ReportLink } from "../../../core/report.ts";
import { beforeOf } from "../../../sections/period.ts";
import { sections } from "../../../sections/registry.ts";
import type { Written } from "./digest.ts";

/** Writes the rows of a report as a CSV file. */
type WriteTable = (rows: AirtimeRow[]) => Uint8Array;

export interface TableDeps {
  writeTable: WriteTable;
  /** The public address of Tallylight; null if unknown. */
  publicUrl: string | null;
}

/** What a message brings of a section's rows besides the first ones. */
export interface SectionTable {
  links: ReportLink[];
  file: ReportFile | null;
}

/** The rows of a section as a table; null if it has none, or not all of them are stored. */
export function rowsOf({ content }: Written, name: string): AirtimeRow[] | null {
  const [section, data] = [sections[name], content[name]];
  return section === undefined || data === undefined || "measure" in section ? null : section.rows(data);
}

/** The path of a section's table, with the secret key of its edition. */
const tablePath = (key: string, section: string): string => `/pictures/${key}-${section}.csv`;

/** The name of a report's period, as the page and the API read it. */
export const nameOfPeriod = ({ from, to, digest: { timezone } }: Written): string =>
  periodName({ from, to, before: beforeOf({ from, to, timezone }) }, timezone);

/** The path of the report page for exactly the period of an edition. */
export function reportPath(written: Written): string {
  const { watchlistId, timezone } = written.digest;
  const query = new URLSearchParams({
    ...(watchlistId === null ? {} : { list: watchlistId }),
    period: nameOfPeriod(written),
    zone: timezone,
  });
  return `/reports?${query.toString()}`;
}

/** How a channel takes tables; in plain text not at all. */
export const tablesTaken = (
  { pictures, tables }: Pick<ChannelKind, "pictures" | "tables">,
  plain: boolean,
): "file" | "url" | "none" => (plain ? "none" : (tables ?? pictures));

/**
 * The whole report of each section that has one: an address, and the table as a file for a channel that takes files,
 * otherwise as an address.
 */
export function tablesFor(
  takes: "file" | "url" | "none",
  written: Written,
  key: string | null,
  language: Language,
  { writeTable, publicUrl }: TableDeps,
): Record<string, SectionTable> {
  const tables = written.digest.sections.flatMap((name): [string, SectionTable][] => {
    const section = sections[name];
    if (section === undefined || "measure" in section || written.content[name] === undefined) return [];
    const rows = rowsOf(written, name);
    const { whole, table } = section.links(language);
    const attached = takes === "file" && rows !== null;
    const linked = publicUrl !== null && key !== null && rows !== null && !attached;
    const links: ReportLink[] = [
      ...(publicUrl === null ? [] : [{ label: whole, url: `${publicUrl}${reportPath(written)}` }]),
      ...(linked ? [{ label: table, url: `${publicUrl}${tablePath(key, name)}` }] : []),
    ];
    const fileName = `${name}-${nameOfPeriod(written).replaceAll("/", "_").replaceAll(":", "")}.csv`;
    return [[name, { links, file: attached ? { name: fileName, type: "text/csv", bytes: writeTable(rows) } : null }]];
  });
  return Object.fromEntries(tables);
}
