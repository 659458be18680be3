import { DatabaseSync } from "node:sqlite";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { sqliteD1 as over } from "../../host/runtime/sqlite-d1.ts";
import { migrate } from "./migrate.ts";

/** D1's interface over an SQLite database in memory: fast enough for many thousand runs. */
export const sqliteD1 = (database = new DatabaseSync(":memory:")): D1Database => over(database);

let copying: Promise<(into: DatabaseSync) => void> | undefined;

/** The same with this checkout's tables. The migrations run once a process, and then their outcome is copied. */
export async function migratedSqlite(): Promise<D1Database> {
  copying ??= migratedOnce();
  const database = new DatabaseSync(":memory:");
  (await copying)(database);
  return sqliteD1(database);
}

/** Applies the migrations to a database. Returns a function that copies its tables, rows, indexes and triggers. */
async function migratedOnce(): Promise<(into: DatabaseSync) => void> {
  const from = new DatabaseSync(":memory:");
  await migrate(sqliteD1(from), await readMigrations());
  const parts = from
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'")
    .all() as { type: string; name: string; sql: string }[];
  const created = (isTrigger: boolean) =>
    parts
      .filter(({ type }) => (type === "trigger") === isTrigger)
      .map(({ sql }) => `${sql};\n`)
      .join("");
  const [tables, triggers] = [created(false), created(true)];
  const rows = parts
    .filter(({ type }) => type === "table")
    .flatMap(({ name }) =>
      from
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) => ({ text: insertionInto(name, Object.keys(row)), values: Object.values(row) })),
    );
  return (into) => {
    into.exec(`BEGIN; ${tables}`);
    for (const { text, values } of rows) into.prepare(text).run(...values);
    // Triggers maintain the counts, which were copied. The first rows are as old as their database.
    into.exec(
      `${triggers} UPDATE watchlists SET created_at = unixepoch() * 1000, updated_at = unixepoch() * 1000;
       UPDATE ticker SET made_at = unixepoch() * 1000; COMMIT`,
    );
  };
}

const insertionInto = (table: string, columns: string[]): string =>
  `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join()}) VALUES (${columns.map(() => "?").join()})`;
