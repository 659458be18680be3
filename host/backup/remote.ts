import { createReadStream, createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listDatabases } from "../deploy/account.ts";
import type { Project } from "../deploy/project.ts";
import { succeed, type Wrangler } from "../deploy/wrangler.ts";
import { openDatabase, type Database, BackupError } from "./database.ts";
import { dump, statementsIn } from "./sql.ts";

/** Tables of SQLite and D1. */
const NOT_OURS = /^(?:INSERT INTO|DELETE FROM|CREATE TABLE(?: IF NOT EXISTS)?)\s+["`]?(?:sqlite_|_cf_)/i;

/** A deployed database, with the configuration that refers to it. */
export interface RemoteDatabase {
  name: string;
  config: string;
}

/** Finds the deployed database by its name or id. Throws BackupError if the account has none. */
export async function findDatabase(project: Project, folder: string, wrangler: Wrangler): Promise<RemoteDatabase> {
  const name = project.databaseName;
  const found = (await listDatabases(wrangler)).find((one) =>
    project.databaseId === null ? one.name === name : one.uuid === project.databaseId,
  );
  if (found === undefined) throw new BackupError(`The account has no database ${name}: deploy first.`);
  const config = join(folder, "wrangler.toml");
  const entries = { binding: project.binding, database_name: name, database_id: found.uuid };
  const lines = Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  await writeFile(config, [`name = ${JSON.stringify(project.name)}`, "[[d1_databases]]", ...lines, ""].join("\n"));
  return { name, config };
}

/** Exports a deployed database into a file in `folder`. Cloudflare answers no queries during an export. */
export async function fetchDatabase(
  { name, config }: RemoteDatabase,
  folder: string,
  wrangler: Wrangler,
): Promise<Database> {
  const sql = join(folder, "export.sql");
  await succeed(wrangler, "d1", "export", name, "--remote", "-y", "-c", config, "--output", sql);
  return loadSql(sql, join(folder, "fetched.sqlite"));
}

/** Creates a database file from an SQL file. */
async function loadSql(sql: string, path: string): Promise<Database> {
  const db = openDatabase(path);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  for await (const statement of statementsIn(createReadStream(sql, "utf8")))
    if (!NOT_OURS.test(statement)) db.exec(statement);
  db.exec("COMMIT");
  return db;
}

/** Replaces a deployed database with another one, in one import. */
export async function sendDatabase(
  db: Database,
  { name, config }: RemoteDatabase,
  folder: string,
  wrangler: Wrangler,
): Promise<void> {
  const sql = join(folder, "import.sql");
  await pipeline(Readable.from(lines(db)), createWriteStream(sql, { mode: 0o600 }));
  await succeed(wrangler, "d1", "execute", name, "--remote", "-y", "-c", config, "--file", sql);
}

function* lines(db: Database): Generator<string> {
  for (const statement of dump(db)) yield `${statement}\n`;
}
