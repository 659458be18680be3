import { iso } from "../../core/instant.ts";

/** The extension tells the format: JSON lines, gzipped. */
export const EXTENSION = ".ndjson.gz";

export const FORMAT = "tallylight-backup";
export const VERSION = 1;

/**
 * The first line of a backup. Each further line is a row, `[table, value, …]` in the order of its table's columns. The
 * last line is the footer.
 */
export interface Header {
  format: typeof FORMAT;
  version: number;
  createdAt: string;
  /** File names of the applied migrations, which determine the tables. */
  migrations: string[];
  tables: Record<string, { columns: string[]; rows: number }>;
  /** Number of the oldest migration that code must know to use it. */
  floor: number;
  /** Statements that create the tables, indexes and triggers, for versions that do not know all of its migrations. */
  schema?: string[];
  /** True if it was downloaded from a running installation, whose rows can have changed after the header. */
  live?: true;
}

/** The last line: the number of rows, and the SHA-256 of all lines before it, with line ends. */
export interface Footer {
  rows: number;
  sha256: string;
  /** Rows by table where they are not those of the header, because some were deleted meanwhile. */
  tables?: Record<string, number>;
}

export type Value = string | number | null;

export const headerOf = (content: Omit<Header, "format" | "version">): Header => ({
  format: FORMAT,
  version: VERSION,
  ...content,
});

/** A row as its line. */
export const rowLine = (table: string, row: Value[]): string => `${JSON.stringify([table, ...row])}\n`;

/** "20261121-123000", for file names. */
export const stamp = (now: number): string =>
  iso(now)
    .replaceAll(/[-:]|\..*/g, "")
    .replace("T", "-");

/** The name of the file of a backup made at `now`, epoch ms. */
export const backupName = (now: number): string => `tallylight-backup-${stamp(now)}${EXTENSION}`;

const OURS = (column: string): string =>
  `${column} NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND ${column} NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND ${column} <> 'd1_migrations'`;

/** SQL for the names of Tallylight's tables, without those of SQLite, D1 and migrations. */
export const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND ${OURS("name")} ORDER BY name`;

/** SQL for the statements that create these tables, followed by those of their indexes and triggers. */
export const SCHEMA_SQL = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND ${OURS("tbl_name")}
  ORDER BY type <> 'table', rowid`;

/** Quotes a name for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
