import { open, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { writtenIn } from "../runtime/compatibility.ts";
import { apply } from "../runtime/database.ts";
import type { Migration } from "../runtime/migrations.ts";
import { columnsOf, countOf, openDatabase, tablesOf, type Database } from "./database.ts";
import { BackupError } from "./errors.ts";
import type { Header } from "../../src/features/backup/backup-format.ts";
import { refuseNewer } from "./newer.ts";

/** A database that was restored from a backup, and its origin. */
export interface Staged {
  db: Database;
  header: Pick<Header, "createdAt" | "tables" | "live">;
}

const MAGIC = "SQLite format 3\0";

/** Whether a file is an SQLite database, such as the copies that `npm start` makes before it migrates. */
export async function isDatabase(path: string): Promise<boolean> {
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
