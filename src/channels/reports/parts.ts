import {
  type Figure,
  MAX_FIGURES,
  type Report,
  type ReportLink,
  type ReportPicture,
  type ReportSection,
} from "../../core/report.ts";
import type { Language } from "../../core/language.ts";
import { cut } from "../../core/text.ts";
import { safeLink } from "../link.ts";
import { displayedLine, fitted, type Writing } from "../phrases.ts";
import { channelWords } from "../words/words.ts";

/** Limit on the sections. Discord allows ten embeds, and the first has the figures. */
const MAX_SECTIONS = 9;

/** Limit on the tables of a section. */
export const MAX_TABLES = 10;

/** The size of a digest. If it is too long, its tables are reduced. */
export interface Extent {
  rows: number;
  tables: number;
}

/** Links are shown unless nothing else fits. */
export const withLinks = ({ tables }: Extent): boolean => tables > 0;

/** Cards are shown with at least this many rows. */
export const ROWS_WITH_CARDS = 3;

/** From everything to the minimum. */
export const EXTENTS: Extent[] = [
  ...[10, 8, 6, 5, 4, 3].map((rows) => ({ rows, tables: MAX_TABLES })),
  { rows: 3, tables: 2 },
  { rows: 2, tables: 2 },
  { rows: 3, tables: 1 },
  { rows: 1, tables: 1 },
  { rows: 0, tables: 0 },
];

/** A text on one line. Reads at most four times `max` characters. */
export const onLine = (text: string, max: number): string => displayedLine(cut(text, 4 * max));

/** A short text of a report in a dialect, at most `max` characters. */
export const brief = (text: string, max: number, dialect: Writing): string =>
  fitted(onLine(text, max), max, dialect.text);

/** The digest's title, never empty. */
export const titleOf = ({ title, language }: Pick<Report, "title" | "language">): string =>
  onLine(title, 200) || channelWords[language].digest;

/** The leading sentence, and the line about sections without content; "" if there is none. */
export const headlineOf = ({ headline }: Report, dialect: Writing): string => brief(headline ?? "", 400, dialect);
export const quietOf = ({ quiet }: Report, dialect: Writing): string => brief(quiet ?? "", 400, dialect);

/** The caption of a picture, which explains its letters; "" if there is none. */
export function legendIn(picture: ReportPicture | null, language: Language, dialect: Writing): string {
  const legend = brief(picture?.legend ?? "", 600, dialect);
  return legend === "" ? "" : channelWords[language].inPicture(legend);
}

/** Limit on the links of a section together. */
const MAX_LINKS = 1200;

/** The links below a section in one line; "" if there are none. */
export function linksIn(links: ReportLink[], dialect: Writing): string {
  let line = "";
  for (const { label, url } of links) {
    const address = safeLink(url);
    if (address === null) continue;
    const link = dialect.link(fitted(onLine(label, 60) || "–", 60, dialect.label), address);
    const next = line === "" ? link : `${line} · ${link}`;
    if (next.length <= MAX_LINKS) line = next;
  }
  return line;
}

/** The sections that are shown. */
export const sectionsOf = ({ sections }: Report): ReportSection[] => sections.slice(0, MAX_SECTIONS);

/** The figures that are shown, each part shortened. Only the detail can be empty. */
export const figuresOf = ({ figures }: Report, dialect: Writing): { label: string; value: string; detail: string }[] =>
  figures.slice(0, MAX_FIGURES).map(({ label, value, detail }: Figure) => ({
    label: brief(label, 100, dialect) || "–",
    value: brief(value, 100, dialect) || "–",
    detail: brief(detail ?? "", 150, dialect),
  }));
