import { createHash, createHmac } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Migration } from "./migrations.ts";

/** Where the runtime keeps what it is asked to keep, in a state folder. */
export const keptIn = (state: string): string => join(state, "v3");

/** Where it has folders that are empty with each start. */
export const scratchIn = (state: string): string => join(state, "runtime");

/** Where the runtime keeps the database with this id. */
export function databasePath(state: string, databaseId: string): string {
  const kind = "miniflare-D1DatabaseObject";
  const key = createHash("sha256").update(kind).digest();
  const name = createHmac("sha256", key).update(databaseId).digest().subarray(0, 16);
  const check = createHmac("sha256", key).update(name).digest().subarray(0, 16);
  return join(keptIn(state), "d1", kind, `${Buffer.concat([name, check]).toString("hex")}.sqlite`);
}

/** Applies one migration and remembers it in wrangler's own table, so that all ways agree. The caller's transaction. */
export function apply(db: DatabaseSync, { name, sql }: Migration): void {
  db.exec(sql);
  db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
}

/** Makes the table in which wrangler remembers migrations, where there is none. */
export const rememberMigrations = (db: DatabaseSync): void =>
  db.exec(
    `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
     applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
  );

/**
 * Brings the database to this version before the runtime opens it: what is missing is applied, each file whole or not at
 * all. One process has this database, so what an earlier one was sending when it ended is free to be sent again.
 */
export async function furnish(path: string, migrations: Migration[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const db = new DatabaseSync(path);
  try {
    db.exec("PRAGMA journal_mode = WAL");
    rememberMigrations(db);
    const applied = new Set(
      db
        .prepare("SELECT name FROM d1_migrations")
        .all()
        .map(({ name }) => name),
    );
    for (const one of migrations.filter(({ name }) => !applied.has(name))) whole(db, () => apply(db, one));
    whole(db, () => freeLeases(db));
  } finally {
    db.close();
  }
}

function freeLeases(db: DatabaseSync): void {
  db.exec("UPDATE deliveries SET lease_until = 1 WHERE status = 'pending' AND lease_until > 0");
  db.exec("UPDATE channels SET lease_until = 0 WHERE lease_until > 0");
}

/** A closed database takes back what was not committed. */
function whole(db: DatabaseSync, change: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  change();
  db.exec("COMMIT");
}
