import { open, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import {
  quoted,
  type Header,
  type Footer,
  FORMAT,
  type Value,
  VERSION,
} from "../../src/features/backup/backup-format.ts";
import { predatesRelease } from "../../src/db/set-up.ts";
import { incompatible, type Written, writtenIn } from "../runtime/compatibility.ts";
import { columnsOf, openDatabase, tablesOf, type Database, countOf, BackupError } from "./database.ts";
import { apply, rememberMigrations } from "../runtime/database.ts";
import type { Migration } from "../runtime/migrations.ts";
import type { Progress } from "./write.ts";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";

interface Reader {
  /** Called once, before any row. */
  begin(header: Header): void;
  row(table: string, values: Value[]): void;
}

/**
 * Reads a backup from beginning to end. Throws BackupError if it is malformed, damaged or truncated: nothing that was
 * read counts until this returns.
 */
async function readBackup(path: string, reader: Reader): Promise<Header> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  try {
    return await take(linesOf(file.pipe(gunzip)), reader);
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new BackupError(`${path} does not exist.`);
    if (code === "Z_DATA_ERROR") throw new BackupError("This file is not a backup, or it is damaged.");
    if (code === "Z_BUF_ERROR") throw new BackupError("This backup is damaged: it ends too early.");
    if (code === "EISDIR" || code === "EACCES") throw new BackupError(`Can't read ${path}: ${message}`);
    throw thrown;
  } finally {
    file.destroy();
  }
}

/** Splits at line feeds only, because texts can contain other characters that count as line ends. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Parses the first line of a file. Throws BackupError if it is not a header, or of a newer format. */
function readHeader(line: string): Header {
  const header = parsed(line) as Partial<Header> | null;
  if (header?.format !== FORMAT || header.migrations === undefined || header.tables === undefined)
    throw new BackupError("This file is not a Tallylight backup.");
  if (header.version !== VERSION)
    throw new BackupError("This backup was created by a newer Tallylight. Update this one first.");
  return header as Header;
}

/** Parses a line as footer; null if it is not one. */
function asFooter(line: string): Footer | null {
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

async function take(lines: AsyncIterable<string>, reader: Reader): Promise<Header> {
  const hash = createHash("sha256");
  const counts: Record<string, number> = {};
  let header: Header | null = null;
  let footer = null;
  for await (const line of lines) {
    if (footer !== null) throw new BackupError("This backup is damaged: there is data after its end.");
    if (header === null) reader.begin((header = readHeader(line)));
    else if ((footer = asFooter(line)) !== null) continue;
    else {
      const [table, ...values] = rowIn(line);
      const columns = Object.hasOwn(header.tables, table) ? header.tables[table]!.columns : [];
      if (columns.length === 0 || columns.length !== values.length)
        throw new BackupError("This backup is damaged: a row does not fit its table.");
      counts[table] = (counts[table] ?? 0) + 1;
      reader.row(table, values);
    }
    hash.update(`${line}\n`);
  }
  if (header === null || footer === null) throw new BackupError("This backup is damaged: it ends too early.");
  const complete = Object.entries(header.tables).every(
    ([table, { rows }]) => (footer.tables?.[table] ?? rows) === (counts[table] ?? 0),
  );
  if (!complete || footer.sha256 !== hash.digest("hex"))
    throw new BackupError("This backup is damaged: its checksum is wrong.");
  return header;
}

function rowIn(line: string): [string, ...Value[]] {
  try {
    const row = JSON.parse(line) as unknown;
    if (Array.isArray(row) && typeof row[0] === "string") return row as [string, ...Value[]];
  } catch {
    // Reported below.
  }
  throw new BackupError("This backup is damaged: a line is not a row.");
}

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
