import { quoted, SCHEMA_SQL, TABLES, type Value } from "../../src/features/backup/backup-format.ts";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

export type Database = DatabaseSync;

/** Opens a database file; read-only while another process may be writing. */
export function openDatabase(path: string, readOnly = false): Database {
  const db = new DatabaseSync(path, { readOnly, timeout: 10_000 });
  // All reads must see the same state, although others write meanwhile.
  if (readOnly) db.exec("BEGIN");
  return db;
}

/** Names of Tallylight's tables, without those of SQLite, D1 and migrations. */
export const tablesOf = (db: Database): string[] => strings(db, TABLES);

/** The statements that create Tallylight's tables, followed by those of its indexes and triggers. */
export const schemaOf = (db: Database): string[] =>
  db
    .prepare(SCHEMA_SQL)
    .all()
    .map(({ sql }) => String(sql));

export const columnsOf = (db: Database, table: string): string[] =>
  strings(db, `SELECT name FROM pragma_table_info(${literal(table)}) ORDER BY cid`);

/** File names of the applied migrations; empty without a database. */
export const migrationsOf = (db: Database): string[] =>
  strings(db, "SELECT name FROM sqlite_schema WHERE name = 'd1_migrations'").length === 0
    ? []
    : strings(db, "SELECT name FROM d1_migrations ORDER BY id");

export const countOf = (db: Database, table: string): number =>
  Number(db.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()!["n"]);

/** Whether the database has nothing besides what migrations insert. */
export const isFresh = (db: Database): boolean =>
  tablesOf(db).every((table) =>
    ["ticker", "tally", "sheets", "counts"].includes(table)
      ? true
      : countOf(db, table) <= (table === "watchlists" ? 1 : 0),
  );

/** All rows of a table, one by one. Throws BackupError for values that JSON cannot represent. */
export function* rowsOf(db: Database, table: string, columns: string[]): Generator<Value[]> {
  const select = db.prepare(`SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(table)}`);
  for (const row of select.iterate()) yield columns.map((column) => value(row[column]!, table, column));
}

/** An error with a message for the terminal, shown without a stack. */
export class BackupError extends Error {}

function value(raw: SQLOutputValue, table: string, column: string): Value {
  if (typeof raw === "string" || typeof raw === "number" || raw === null) return raw;
  throw new BackupError(`${table}.${column} contains a value that a backup can't hold: ${typeof raw}.`);
}

const strings = (db: Database, sql: string): string[] =>
  db
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));

/** A value as SQL literal. */
export function literal(one: Value): string {
  if (one === null) return "NULL";
  return typeof one === "number" ? String(one) : `'${one.replaceAll("'", "''").replaceAll("\0", "'||char(0)||'")}'`;
}
