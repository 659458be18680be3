/**
 * What a digest says, in no channel's dialect. Every text is plain and may come from outside: a channel escapes it,
 * shortens it and keeps the receiver's limits.
 */
export interface Report {
  /** The digest's name. */
  title: string;
  /** "Mon 9 Nov 2026, 09:00 – Mon 16 Nov 2026, 09:00 (Europe/Berlin)", and whether earlier ones were passed over */
  period: string;
  /** At most four. */
  figures: Figure[];
  sections: ReportSection[];
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
  /** Honest words where data is thin, or where nothing happened; null for none. */
  note: string | null;
  /** Null where the section has nothing to draw. */
  picture: ReportPicture | null;
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
  url: string | null;
  file: { name: string; bytes: Uint8Array } | null;
}

/** The most key figures that a digest shows. */
export const MOST_FIGURES = 4;

/** The most rows that a table has. */
export const MOST_TABLE_ROWS = 10;
