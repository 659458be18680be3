import { BackupError } from "./errors.ts";

/** The extension says it: gzip of lines of JSON. */
export const EXTENSION = ".ndjson.gz";

const FORMAT = "tallylight-backup";
const VERSION = 1;

/**
 * The first line of a backup. After it each row is a line, `[table, value, …]` in the order of its table's columns; the
 * last line is the footer.
 */
export interface Header {
  format: typeof FORMAT;
  version: number;
  createdAt: string;
  /** Migrations that were applied, by file name: what the tables are. */
  migrations: string[];
  tables: Record<string, { columns: string[]; rows: number }>;
  /** The number of the oldest migration that code must know to use it; missing in older backups. */
  floor?: number;
  /** How its tables, indexes and triggers are made, for a version that does not know all of its migrations. */
  schema?: string[];
}

/** The last line: how many rows came, and the SHA-256 of all lines before, line ends included. */
export interface Footer {
  rows: number;
  sha256: string;
}

export type Value = string | number | null;

export const headerOf = (content: Omit<Header, "format" | "version">): Header => ({
  format: FORMAT,
  version: VERSION,
  ...content,
});

/** The header of a file's first line. Throws BackupError where it is none, or one of a later version. */
export function readHeader(line: string): Header {
  const header = parsed(line) as Partial<Header> | null;
  if (header?.format !== FORMAT || header.migrations === undefined || header.tables === undefined)
    throw new BackupError("This file is not a Tallylight backup.");
  if (header.version !== VERSION)
    throw new BackupError("This backup was created by a newer Tallylight. Update this one first.");
  return header as Header;
}

/** The footer, where a line is one. */
export function asFooter(line: string): Footer | null {
  const footer = line.startsWith('{"rows":') ? (parsed(line) as Partial<Footer> | null) : null;
  return footer?.sha256 === undefined ? null : (footer as Footer);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
