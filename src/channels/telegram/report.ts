import type { Report, ReportSection } from "../../core/report.ts";
import { safeLink } from "../link.ts";
import type { ReportDialect } from "../phrases.ts";
import { cardsOf } from "../reports/cards.ts";
import {
  brief,
  type Extent,
  EXTENTS,
  figuresOf,
  headlineOf,
  legendIn,
  linksIn,
  MAX_TABLES,
  quietOf,
  ROWS_WITH_CARDS,
  sectionsOf,
  titleOf,
  withLinks,
} from "../reports/parts.ts";
import { plainReport } from "../reports/plain.ts";
import { tableText } from "../reports/table.ts";
import { type Content, displayedAbove, MAX_TEXT } from "./content.ts";
import { plainDialectAt, writerAt } from "./dialect.ts";
import { channelWords } from "../words/words.ts";

/** A digest sent at `now`: one text with tables in fixed width, and the first picture above it. It mentions nobody. */
export function telegramReport(report: Report, plain: boolean, now: number): Content {
  const content = plain ? null : richReport(report, now);
  if (content !== null) return content;
  return { text: plainReport(report, plainDialectAt(now), MAX_TEXT), link_preview_options: displayedAbove(null) };
}

/** As detailed as possible; null if even the minimum does not fit. */
function richReport(report: Report, now: number): Content | null {
  const { dialect, read } = writerAt(now);
  const picture = pictureOf(report, dialect);
  const head = headLines(report, dialect);
  const sections = sectionsOf(report).map((one) => sectionLines(one, report, one === picture.section, dialect));
  for (const extent of EXTENTS) {
    const content = read([...head, ...sections.flatMap((linesOf) => ["", ...linesOf(extent)])].join("\n"));
    if (content.text.length <= MAX_TEXT) return { ...content, link_preview_options: displayedAbove(picture.address) };
  }
  return null;
}

/** The single picture of a message: the first chart, or otherwise the first card's. */
function pictureOf(report: Report, dialect: ReportDialect): { address: string | null; section: ReportSection | null } {
  const sections = sectionsOf(report);
  for (const section of sections) {
    const address = section.picture?.url == null ? null : safeLink(section.picture.url);
    if (address !== null) return { address, section };
  }
  const images = sections.flatMap(({ cards }) => cardsOf(cards, dialect).map(({ image }) => image));
  return { address: images.find((image) => image !== null) ?? null, section: null };
}

function headLines(report: Report, dialect: ReportDialect): string[] {
  const { colon } = channelWords[report.language];
  const period = brief(report.period, 200, dialect);
  const figures = figuresOf(report, dialect).map(
    ({ label, value, detail }) => `${label}${colon}${dialect.strong(value)}${detail === "" ? "" : ` (${detail})`}`,
  );
  const [headline, quiet] = [headlineOf(report, dialect), quietOf(report, dialect)];
  return [
    dialect.strong(brief(titleOf(report), 200, dialect)),
    headline,
    period === "" ? "" : dialect.quiet(period),
    ...figures,
    quiet === "" ? "" : dialect.quiet(quiet),
  ].filter((line) => line !== "");
}

function sectionLines(
  { title, tables, cards, note, picture, links }: ReportSection,
  { language }: Report,
  pictured: boolean,
  dialect: ReportDialect,
): (extent: Extent) => string[] {
  const name = dialect.strong(brief(title, 100, dialect) || "–");
  const texts = tables.slice(0, MAX_TABLES).map((table) => tableText(table, language, dialect));
  const looks = cardsOf(cards, dialect).map(({ text }) => text);
  const below = [pictured ? legendIn(picture, language, dialect) : "", brief(note ?? "", 300, dialect)];
  const small = below.filter((text) => text !== "").map(dialect.quiet);
  const linked = linksIn(links, dialect);
  return (extent) => [
    name,
    ...texts
      .slice(0, extent.tables)
      .map((text) => text(extent.rows))
      .filter((text) => text !== ""),
    ...(extent.rows < ROWS_WITH_CARDS ? [] : looks),
    ...small,
    ...(linked === "" || !withLinks(extent) ? [] : [linked]),
  ];
}
