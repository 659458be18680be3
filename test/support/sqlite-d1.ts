import { DatabaseSync } from "node:sqlite";
import { readMigrations, type Migration } from "../../scripts/host/migrations.ts";
import { sqliteD1 as over } from "../../scripts/host/sqlite-d1.ts";
import { migrate } from "./migrate.ts";

/** D1's interface over an SQLite database in memory: fast enough for many thousand runs. */
export const sqliteD1 = (database = new DatabaseSync(":memory:")): D1Database => over(database);

let migrations: Promise<Migration[]> | undefined;

/** The same with this checkout's tables. */
export async function migratedSqlite(): Promise<D1Database> {
  migrations ??= readMigrations();
  const db = sqliteD1();
  await migrate(db, await migrations);
  return db;
}
