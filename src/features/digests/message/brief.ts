import type { Report, ReportLink, ReportRow, ReportSection, ReportTable } from "../../../core/report.ts";

/** A message is read in ten seconds: the rows, figures and pictures of all its sections together. */
export const MAX_MOVERS = 5;
const MAX_FIGURES_SHOWN = 2;
const MAX_PICTURES = 1;

const isMoved = ({ change }: ReportRow): boolean => change !== null && change.tone !== "flat";

interface Mover {
  table: ReportTable;
  row: ReportRow;
}

/** The rows of a section as they are worth reading: what changed most, what changed, the others; each name once. */
function moversOf({ tables }: ReportSection): Mover[] {
  const all = tables.flatMap((table) => table.rows.map((row) => ({ table, row })));
  const rankOf = ({ table, row }: Mover): number => (isMoved(row) ? (table.movers === true ? 0 : 1) : 2);
  const ordered = all.toSorted((a, b) => rankOf(a) - rankOf(b));
  const names = new Set<string>();
  return ordered.filter(({ row: { label } }) => !names.has(label) && names.add(label));
}

/** The first of each section, then the second of each; what changed before what did not. */
function chosenAmong(sections: ReportSection[]): Set<ReportRow> {
  const movers = sections.map(moversOf);
  const longest = Math.max(0, ...movers.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, rank) => movers.flatMap((some) => some[rank] ?? [])).flat();
  const rows = inTurn.map(({ row }) => row);
  return new Set([...rows.filter(isMoved), ...rows.filter((row) => !isMoved(row))].slice(0, MAX_MOVERS));
}

const NONE: ReadonlySet<string> = new Set();

/** A table with its chosen rows; `more` counts the others. */
const cutTable = ({ rows, more, ...table }: ReportTable, chosen: Set<ReportRow>): ReportTable[] => {
  const displayed = rows.filter((row) => chosen.has(row));
  return displayed.length === 0 ? [] : [{ ...table, rows: displayed, more: more + rows.length - displayed.length }];
};

/**
 * Cuts a report to what is read in ten seconds: the most telling rows of all sections, at most `MAX_MOVERS`, with what
 * changed and by how much, and one picture. Sections without such a row stay only for what they attach or link to. `rest`
 * leads to everything else; null without an address that readers can open. Sections named in `reports` are reports of
 * their own and stay as they are. Pure.
 */
export function briefly(report: Report, rest: ReportLink | null, reports: ReadonlySet<string> = NONE): Report {
  const chosen = chosenAmong(report.sections.filter(({ name }) => !reports.has(name)));
  let pictures = 0;
  const sections = report.sections.flatMap((section): ReportSection[] => {
    if (reports.has(section.name)) return [section];
    const tables = section.tables.flatMap((table) => cutTable(table, chosen));
    if (tables.length === 0 && section.file === null && section.links.length === 0) return [];
    const isPictured = section.picture !== null && pictures++ < MAX_PICTURES;
    return [{ ...section, tables, cards: [], picture: isPictured ? section.picture : null }];
  });
  const last = sections.at(-1);
  if (last !== undefined && rest !== null) sections[sections.length - 1] = { ...last, links: [...last.links, rest] };
  return { ...report, figures: report.figures.slice(0, MAX_FIGURES_SHOWN), sections };
}
