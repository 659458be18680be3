import { open, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { quoted, type Header } from "../../src/features/backup/backup-format.ts";
import { predatesRelease } from "../../src/db/set-up.ts";
import { incompatible, type Written, writtenIn } from "../runtime/compatibility.ts";
import { columnsOf, openDatabase, tablesOf, type Database, countOf, BackupError } from "./database.ts";
import { apply, rememberMigrations } from "../runtime/database.ts";
import type { Migration } from "../runtime/migrations.ts";
import { readBackup } from "./read.ts";
import type { Progress } from "./write.ts";

/** A database that was restored from a backup, and its origin. */
interface Staged {
  db: Database;
  header: Pick<Header, "createdAt" | "tables" | "live">;
}

const MAGIC = "SQLite format 3\0";

/** Whether a file is an SQLite database, such as the copies that `npm start` makes before it migrates. */
async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === MAGIC;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/**
 * Throws BackupError for a database from before the first release, or one that a newer version made unusable for this one.
 * Returns the known migrations.
 */
function refuseNewer(written: Written, migrations: Migration[]): string[] {
  const known = migrations.map(({ name }) => name);
  if (predatesRelease(written.applied, known))
    throw new BackupError("This backup is from before the first release. This version can't read it.");
  const unknown = incompatible(written, known);
  if (unknown.length === 0) return known;
  throw new BackupError(
    `This backup was created by a newer Tallylight (its database has ${unknown.join(", ")}). Update this one first.`,
  );
}

/** Copies a database file and migrates it to this version. Throws BackupError; the copy is then unusable. */
export async function stageCopy(file: string, path: string, migrations: Migration[]): Promise<Staged> {
  const { mtime } = await stat(file);
  copyInto(file, path);
  const db = openDatabase(path);
  try {
    const written = writtenIn(db);
    if (written.applied.length === 0) throw new BackupError("This file is a database, but not a Tallylight database.");
    refuseNewer(written, migrations);
    db.exec("BEGIN");
    for (const one of migrations.filter(({ name }) => !written.applied.includes(name))) apply(db, one);
    db.exec("COMMIT; PRAGMA journal_mode = WAL");
    const tables = tablesOf(db).map(
      (name) => [name, { columns: columnsOf(db, name), rows: countOf(db, name) }] as const,
    );
    return { db, header: { createdAt: mtime.toISOString(), tables: Object.fromEntries(tables) } };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/** Copies the whole database, including its write-ahead log. */
function copyInto(file: string, path: string): void {
  let source: Database | undefined;
  try {
    source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    const found = String(Object.values(source.prepare("PRAGMA quick_check(1)").get()!)[0]);
    if (found !== "ok") throw new Error(found);
    source.prepare("VACUUM INTO ?").run(path);
  } catch (thrown) {
    throw new BackupError(`This file is damaged: ${(thrown as Error).message.split("\n").at(-1)!}.`);
  } finally {
    source?.close();
  }
}

/**
 * Builds a database file from a backup, or from a copy of a database, and applies newer migrations. Throws BackupError;
 * the file is then unusable.
 */
export const stage = async (
  backup: string,
  path: string,
  migrations: Migration[],
  progress: Progress,
): Promise<Staged> =>
  (await isDatabase(backup)) ? stageCopy(backup, path, migrations) : stageBackup(backup, path, migrations, progress);

async function stageBackup(backup: string, path: string, migrations: Migration[], progress: Progress): Promise<Staged> {
  const db = openDatabase(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN");
  const inserts = new Map<string, ReturnType<Database["prepare"]>>();
  let rows = 0;
  let triggers: string[] = [];
  try {
    const header = await readBackup(backup, {
      begin(header) {
        begin(db, header, migrations);
        triggers = withoutTriggers(db);
        for (const [table, { columns }] of Object.entries(header.tables))
          inserts.set(table, insert(db, table, columns));
      },
      row(table, values) {
        inserts.get(table)!.run(...values);
        progress(++rows);
      },
    });
    for (const trigger of triggers) db.exec(trigger);
    for (const one of migrations.filter(({ name }) => !header.migrations.includes(name))) apply(db, one);
    db.exec("COMMIT; PRAGMA synchronous = FULL");
    return { db, header };
  } catch (thrown) {
    db.close();
    if ((thrown as { code?: string }).code !== "ERR_SQLITE_ERROR") throw thrown;
    throw new BackupError(`This backup is damaged: a row does not fit its table (${(thrown as Error).message}).`);
  }
}

function begin(db: Database, header: Header, migrations: Migration[]): void {
  const known = refuseNewer({ applied: header.migrations, floor: header.floor ?? null }, migrations);
  rememberMigrations(db);
  const isKnown = header.migrations.every((name) => known.includes(name));
  if (isKnown) for (const one of migrations.filter(({ name }) => header.migrations.includes(name))) apply(db, one);
  else asWritten(db, header);
  // The backup includes the rows that migrations insert, with their later changes.
  for (const table of tablesOf(db)) db.exec(`DELETE FROM ${quoted(table)}`);
}

/** Creates the schema of the backup. Each text must be a single statement: anything after it does not run. */
function asWritten(db: Database, { schema = [], migrations }: Header): void {
  for (const sql of schema.filter((one) => /^CREATE (TABLE|(UNIQUE )?INDEX|TRIGGER)\b/i.test(one)))
    db.prepare(sql).run();
  for (const name of migrations) db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
}

/**
 * Drops the triggers while rows are inserted, because rows that they maintain are inserted as well. Returns the
 * statements that create them again.
 */
function withoutTriggers(db: Database): string[] {
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(String(name))}`);
  return triggers.map(({ sql }) => String(sql));
}

function insert(db: Database, table: string, columns: string[]): ReturnType<Database["prepare"]> {
  const known = columnsOf(db, table);
  const unknown = columns.filter((column) => !known.includes(column));
  if (known.length === 0 || unknown.length > 0)
    throw new BackupError(`This backup does not match its migrations: ${table} ${unknown.join(", ")} is unknown.`);
  const places = columns.map(() => "?").join(", ");
  return db.prepare(`INSERT INTO ${quoted(table)} (${columns.map(quoted).join(", ")}) VALUES (${places})`);
}
