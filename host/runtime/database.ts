import { createHash, createHmac } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { endsOf } from "../../src/engine/poll/batch-ledger.ts";
import type { Assigned } from "../../src/engine/poll/assign.ts";
import { writtenIn } from "./compatibility.ts";
import type { Migration } from "./migrations.ts";

/** Where the runtime stores data in a state folder. */
export const storedIn = (state: string): string => join(state, "v3");

/** Where its configuration is, which is written at each start. */
export const scratchIn = (state: string): string => join(state, "runtime");

/** The folder of databases. */
export const databasesIn = (state: string): string => join(storedIn(state), "d1");

/** The key of databases among the runtime's objects. Names of files come from it, so it stays as it was. */
export const D1_KEY = "miniflare-D1DatabaseObject";

/** Where the runtime stores the database with this id. */
export function databasePath(state: string, databaseId: string): string {
  const key = createHash("sha256").update(D1_KEY).digest();
  const name = createHmac("sha256", key).update(databaseId).digest().subarray(0, 16);
  const check = createHmac("sha256", key).update(name).digest().subarray(0, 16);
  return join(databasesIn(state), D1_KEY, `${Buffer.concat([name, check]).toString("hex")}.sqlite`);
}

/** Applies a migration and records it in wrangler's table, which all tools share. Runs in the caller's transaction. */
export function apply(db: DatabaseSync, { name, sql }: Migration): void {
  db.exec(sql);
  db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
}

/** Creates the table in which wrangler records migrations, if it is missing. */
export const rememberMigrations = (db: DatabaseSync): void =>
  db.exec(
    `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
     applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
  );

/** Copies a database before it is migrated, starting with this migration. */
type StoreCopy = (db: DatabaseSync, migration: string) => void;

/**
 * Migrates the database before the runtime opens it. Each migration is applied completely or not at all. Only one
 * process uses the database, and its queues were in memory, so claims of an earlier process are released.
 */
export async function furnish(path: string, migrations: Migration[], storeCopy: StoreCopy): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const db = new DatabaseSync(path);
  try {
    db.exec("PRAGMA journal_mode = WAL");
    rememberMigrations(db);
    const { applied } = writtenIn(db);
    const missing = migrations.filter(({ name }) => !applied.includes(name));
    if (applied.length > 0 && missing.length > 0) storeCopy(db, missing[0]!.name);
    for (const one of missing) whole(db, () => apply(db, one));
    whole(db, () => {
      releaseLeases(db);
      releaseClaims(db);
    });
  } finally {
    db.close();
  }
}

function releaseLeases(db: DatabaseSync): void {
  db.exec("UPDATE deliveries SET lease_until = 1 WHERE status = 'pending' AND lease_until > 0");
  db.exec("UPDATE channels SET lease_until = 0 WHERE lease_until > 0");
}

/** Releases the batches that were queued or running when the process ended. They are due at once, with unused calls. */
function releaseClaims(db: DatabaseSync): void {
  const row = db
    .prepare("SELECT k.dealt, y.done, y.freed, y.unspent FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1")
    .get() as { dealt: string; done: string; freed: string; unspent: number } | undefined;
  if (row === undefined) return;
  const released = JSON.parse(row.freed) as Record<string, string>;
  let { unspent } = row;
  const endOf = endsOf(row.done, row.freed);
  for (const [tick, batches] of Object.entries(JSON.parse(row.dealt) as Assigned))
    for (const [slot, [, , granted = 0]] of batches.entries()) {
      if (endOf(slot, Number(tick)) !== null) continue;
      released[tick] = `${released[tick] ?? ","}${slot},`;
      unspent += granted;
    }
  db.prepare("UPDATE tally SET freed = ?, unspent = ? WHERE id = 1").run(JSON.stringify(released), unspent);
}

/** Closing the database rolls back what was not committed. */
function whole(db: DatabaseSync, change: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  change();
  db.exec("COMMIT");
}
