import type { Language } from "./language.ts";

/**
 * What a digest says, in no channel's dialect. Every text is plain and may come from outside: a channel escapes it,
 * shortens it and keeps the receiver's limits.
 */
export interface Report {
  language: Language;
  /** The digest's name. */
  title: string;
  /** "Mon 9 Nov 2026, 09:00 – Mon 16 Nov 2026, 09:00 (Europe/Berlin)", and whether earlier ones were passed over */
  period: string;
  /** What matters most in it, one sentence; null where nothing was read yet. */
  headline: string | null;
  /** At most four. */
  figures: Figure[];
  /** Such as have something to show. */
  sections: ReportSection[];
  /** What there is to say of the others, on one line: "Rankings: Nobody was seen on a ranking."; null for nothing. */
  quiet: string | null;
}

/** A key figure: "Airtime", "52 h 10 m", "+12 % on the week before". */
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
  /** At most three of what the tables tell. */
  cards: ReportCard[];
  /** Honest words where data is thin, or where nothing happened; null for none. */
  note: string | null;
  /** Null where the section has nothing to draw. */
  picture: ReportPicture | null;
}

/** Something that can be looked at: a product with its picture and link. */
export interface ReportCard {
  title: string;
  url: string | null;
  /** The address of a picture somewhere else; a channel judges it, and nobody fetches it for the reader. */
  image: string | null;
  /** "Evening Goods · 4.7 of 5 (812 reviews)" */
  detail: string;
}

export interface ReportTable {
  /** "Most airtime" */
  title: string;
  rows: ReportRow[];
  /** Rows that were left out. */
  more: number;
}

/** A mover: "Maria", "12 h 30 m", "+20 %" up, and how it went. */
export interface ReportRow {
  label: string;
  value: string;
  change: { text: string; tone: "up" | "down" | "flat" } | null;
  /** Values over the period, oldest first, null where none was seen; a channel draws them as a line of text. */
  spark: (number | null)[] | null;
}

/** A section's picture: an address where readers can fetch it, a file to attach, or neither. */
export interface ReportPicture {
  alt: string;
  /** Whom the letters in it stand for whose names cannot be drawn: "A 中村さくら · B 李娜"; null for nobody. */
  legend: string | null;
  url: string | null;
  file: { name: string; bytes: Uint8Array } | null;
}

/** The most key figures that a digest shows. */
export const MAX_FIGURES = 4;

/** The most rows that a table has. */
export const MAX_TABLE_ROWS = 10;
