import { DatabaseSync } from "node:sqlite";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { sqliteD1 as over } from "../../host/runtime/sqlite-d1.ts";
import { freshTables, migrate } from "./migrate.ts";
import { realD1, type RealD1 } from "./real-d1.ts";

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

/** A database for store tests, with fresh tables on each call. */
interface TestDatabase {
  name: string;
  /** The share of generated cases to run: a real D1 answers in a millisecond. */
  share: number;
  fresh: () => Promise<D1Database>;
  stop: () => Promise<void>;
}

/** The databases of store tests: D1 on workerd, and SQLite in memory, which is faster. */
export const testDatabases = (): TestDatabase[] => [
  { name: "SQLite in memory", share: 1, fresh: migratedSqlite, stop: async () => undefined },
  d1(),
];

function d1(): TestDatabase {
  let running: Promise<RealD1 & { clear: () => Promise<void> }> | undefined;
  const start = async () => {
    const real = await realD1();
    return { ...real, clear: await freshTables(real.db) };
  };
  return {
    name: "D1",
    share: 0.05,
    async fresh() {
      running ??= start();
      const { db, clear } = await running;
      await clear();
      return db;
    },
    stop: async () => (await running)?.stop(),
  };
}
