import { quoted, type Header } from "../../src/features/backup/backup-format.ts";
import { columnsOf, openDatabase, tablesOf, type Database } from "./database.ts";
import { BackupError } from "./errors.ts";
import { isDatabase, stageCopy, type Staged } from "./copy.ts";
import { refuseNewer } from "./newer.ts";
import { apply, rememberMigrations } from "../runtime/database.ts";
import type { Migration } from "../runtime/migrations.ts";
import { readBackup } from "./read.ts";
import type { Progress } from "./write.ts";

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
