import { columnsOf, openDatabase, quoted, tablesOf, type Database } from "./database.ts";
import { BackupError } from "./errors.ts";
import type { Header } from "./format.ts";
import { apply, rememberMigrations } from "../host/database.ts";
import type { Migration } from "../host/migrations.ts";
import { readBackup } from "./read.ts";
import type { Progress } from "./write.ts";

/**
 * Builds a database file from a backup: the schema that it was made with, its rows, then the migrations that came since.
 * Throws BackupError; then the file that it has begun is worth nothing.
 */
export async function stage(
  backup: string,
  path: string,
  migrations: Migration[],
  progress: Progress,
): Promise<{ db: Database; header: Header }> {
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
  const known = migrations.map(({ name }) => name);
  const unknown = header.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new BackupError(
      `This backup was made by a newer Tallylight, whose database has ${unknown.join(", ")}: update this one first.`,
    );
  rememberMigrations(db);
  for (const one of migrations.filter(({ name }) => header.migrations.includes(name))) apply(db, one);
  // The first rows that migrations insert are in the backup too, as they have become.
  for (const table of tablesOf(db)) db.exec(`DELETE FROM ${quoted(table)}`);
}

/** Takes the triggers away while rows come back: what they keep comes back too. Answers how they are made anew. */
function withoutTriggers(db: Database): string[] {
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(String(name))}`);
  return triggers.map(({ sql }) => String(sql));
}

function insert(db: Database, table: string, columns: string[]): ReturnType<Database["prepare"]> {
  const known = columnsOf(db, table);
  const unknown = columns.filter((column) => !known.includes(column));
  if (known.length === 0 || unknown.length > 0)
    throw new BackupError(`This backup does not fit its migrations: ${table} ${unknown.join(", ")} is not known.`);
  const places = columns.map(() => "?").join(", ");
  return db.prepare(`INSERT INTO ${quoted(table)} (${columns.map(quoted).join(", ")}) VALUES (${places})`);
}
