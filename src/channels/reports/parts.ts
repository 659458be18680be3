import { MAX_FIGURES, type Figure, type Report, type ReportPicture, type ReportSection } from "../../core/report.ts";
import type { Language } from "../../core/language.ts";
import { cut } from "../../core/text.ts";
import { fitted, shownLine, type Writing } from "../phrases.ts";
import { channelWords } from "../words/words.ts";

/** The most sections: Discord has ten embeds, and the first tells the figures. */
const MAX_SECTIONS = 9;

/** The most tables of a section. */
export const MAX_TABLES = 10;

/** How much of a digest is said: where it is too long its tables give way. */
export interface Extent {
  rows: number;
  tables: number;
}

/** From so many rows on there is room for cards. */
export const ROWS_WITH_CARDS = 3;

/** From all to nothing but what must be said. */
export const EXTENTS: Extent[] = [
  ...[10, 8, 6, 5, 4, 3].map((rows) => ({ rows, tables: MAX_TABLES })),
  { rows: 3, tables: 2 },
  { rows: 2, tables: 2 },
  { rows: 3, tables: 1 },
  { rows: 1, tables: 1 },
  { rows: 0, tables: 0 },
];

/** A text on one line; of a long one only so much is looked at as four times `most`. */
export const onLine = (text: string, max: number): string => shownLine(cut(text, 4 * max));

/** A short text of a report in a dialect, within `most`. */
export const brief = (text: string, max: number, dialect: Writing): string =>
  fitted(onLine(text, max), max, dialect.text);

/** The digest's title, never empty. */
export const titleOf = ({ title, language }: Pick<Report, "title" | "language">): string =>
  onLine(title, 200) || channelWords[language].digest;

/** The one sentence on top, and the line on what has nothing to show; "" for none. */
export const headlineOf = ({ headline }: Report, dialect: Writing): string => brief(headline ?? "", 400, dialect);
export const quietOf = ({ quiet }: Report, dialect: Writing): string => brief(quiet ?? "", 400, dialect);

/** What is said under a picture: whom its letters stand for; "" for nothing. */
export function legendIn(picture: ReportPicture | null, language: Language, dialect: Writing): string {
  const legend = brief(picture?.legend ?? "", 600, dialect);
  return legend === "" ? "" : channelWords[language].inPicture(legend);
}

/** The sections that are said. */
export const sectionsOf = ({ sections }: Report): ReportSection[] => sections.slice(0, MAX_SECTIONS);

/** The figures that are said, each part short, in a dialect, and none empty but the detail. */
export const figuresOf = ({ figures }: Report, dialect: Writing): { label: string; value: string; detail: string }[] =>
  figures.slice(0, MAX_FIGURES).map(({ label, value, detail }: Figure) => ({
    label: brief(label, 100, dialect) || "–",
    value: brief(value, 100, dialect) || "–",
    detail: brief(detail ?? "", 150, dialect),
  }));
