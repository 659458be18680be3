import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { BackupError } from "./errors.ts";
import type { Value } from "./format.ts";

export type Database = DatabaseSync;

/** Quoted for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Opens a database file; for reading, while another process may be writing to it. */
export function openDatabase(path: string, readOnly = false): Database {
  const db = new DatabaseSync(path, { readOnly, timeout: 10_000 });
  // What was read together must belong together, though others write meanwhile.
  if (readOnly) db.exec("BEGIN");
  return db;
}

/** The names of the tables that are Tallylight's; not SQLite's, D1's, and that of the migrations. */
export const tablesOf = (db: Database): string[] =>
  strings(
    db,
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name`,
  );

/** The statements that make Tallylight's tables, then those of its indexes and triggers. */
export const schemaOf = (db: Database): string[] =>
  db
    .prepare(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND tbl_name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND tbl_name <> 'd1_migrations' ORDER BY type <> 'table', rowid`,
    )
    .all()
    .map(({ sql }) => String(sql));

export const columnsOf = (db: Database, table: string): string[] =>
  strings(db, `SELECT name FROM pragma_table_info(${literal(table)}) ORDER BY cid`);

/** The migrations that were applied, by file name; none where there is no database yet. */
export const migrationsOf = (db: Database): string[] =>
  strings(db, "SELECT name FROM sqlite_schema WHERE name = 'd1_migrations'").length === 0
    ? []
    : strings(db, "SELECT name FROM d1_migrations ORDER BY id");

export const countOf = (db: Database, table: string): number =>
  Number(db.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()!["n"]);

/** True where nobody has set up or seen anything yet: no more than what the migrations themselves insert. */
export const isFresh = (db: Database): boolean =>
  tablesOf(db).every((table) =>
    ["ticker", "tally", "sheets", "counts"].includes(table)
      ? true
      : countOf(db, table) <= (table === "watchlists" ? 1 : 0),
  );

/** All rows of a table, one after another. Throws BackupError for what JSON does not hold. */
export function* rowsOf(db: Database, table: string, columns: string[]): Generator<Value[]> {
  const select = db.prepare(`SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(table)}`);
  for (const row of select.iterate()) yield columns.map((column) => value(row[column]!, table, column));
}

function value(raw: SQLOutputValue, table: string, column: string): Value {
  if (typeof raw === "string" || typeof raw === "number" || raw === null) return raw;
  throw new BackupError(`${table}.${column} contains a value that a backup can't hold: ${typeof raw}.`);
}

const strings = (db: Database, sql: string): string[] =>
  db
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));

/** A value as SQL text. */
export function literal(one: Value): string {
  if (one === null) return "NULL";
  return typeof one === "number" ? String(one) : `'${one.replaceAll("'", "''").replaceAll("\0", "'||char(0)||'")}'`;
}
