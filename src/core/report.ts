import type { Language } from "./language.ts";

/**
 * The content of a digest, independent of any channel's markup. All texts are plain and may come from outside. A
 * channel escapes and shortens them and respects the receiver's limits.
 */
export interface Report {
  language: Language;
  /** The digest's name. */
  title: string;
  /** "Mon 9 Nov 2026, 09:00 – Mon 16 Nov 2026, 09:00 (Europe/Berlin)", and whether earlier periods were skipped. */
  period: string;
  /** The most important fact in one sentence; null if nothing was observed yet. */
  headline: string | null;
  /** At most `MAX_FIGURES`. */
  figures: Figure[];
  /** Sections with content. */
  sections: ReportSection[];
  /** A line about the other sections: "Rankings: Nobody was seen on a ranking."; null for none. */
  quiet: string | null;
}

/** A key figure: "Airtime", "52 h 10 m", "+12 % vs. the week before". */
export interface Figure {
  label: string;
  value: string;
  detail: string | null;
}

export interface ReportSection {
  /** "lives" */
  name: string;
  /** "Lives" */
  title: string;
  tables: ReportTable[];
  /** At most three, about rows of the tables. */
  cards: ReportCard[];
  /** Set if data are sparse or nothing happened; otherwise null. */
  note: string | null;
  /** Null if there is nothing to draw. */
  picture: ReportPicture | null;
  /** Links below its tables, such as to the whole report. */
  links: ReportLink[];
  /** Its whole table to attach; null for none, or for a channel that takes no files. */
  file: ReportFile | null;
}

export interface ReportLink {
  label: string;
  url: string;
}

export interface ReportFile {
  name: string;
  /** The media type. */
  type: string;
  bytes: Uint8Array;
}

/** A card with a picture and link, such as a product. */
export interface ReportCard {
  title: string;
  url: string | null;
  /** The address of a picture. The channel checks it; it is never fetched on behalf of the reader. */
  image: string | null;
  /** "Evening Goods · 4.7 of 5 (812 reviews)" */
  detail: string;
}

export interface ReportTable {
  /** "Most airtime" */
  title: string;
  rows: ReportRow[];
  /** True if it is about what changed most: a short message has its rows before others of its section. */
  movers?: true;
  /** Number of rows that were omitted. */
  more: number;
}

/** A row with its change: "Maria", "12 h 30 m", "+20 %" up. */
export interface ReportRow {
  label: string;
  value: string;
  change: { text: string; tone: "up" | "down" | "flat" } | null;
  /** Values over the period, oldest first, null where none was observed. A channel draws them as a line of text. */
  spark: (number | null)[] | null;
}

/** A section's picture: an address that readers can fetch, a file to attach, or neither. */
export interface ReportPicture {
  alt: string;
  /** The names behind letters, for names that cannot be drawn: "A 中村さくら · B 李娜"; null for none. */
  legend: string | null;
  url: string | null;
  file: { name: string; bytes: Uint8Array } | null;
}

/** The maximum number of key figures. */
export const MAX_FIGURES = 4;

/** The maximum number of rows of a table. */
export const MAX_TABLE_ROWS = 10;
