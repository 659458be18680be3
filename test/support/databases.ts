import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { readMigrations, statementsOf } from "../../scripts/host/migrations.ts";
import { migratedSqlite } from "./sqlite-d1.ts";

/** A database to hold the store against: fresh tables each time that it is asked for. */
export interface TestDatabase {
  name: string;
  /** Generated cases take this share of their count: a real D1 answers in a millisecond. */
  share: number;
  fresh: () => Promise<D1Database>;
  stop: () => Promise<void>;
}

/** Both databases that the store is held against: D1 on workerd, and SQLite in memory, which is faster. */
export const testDatabases = (): TestDatabase[] => [
  { name: "SQLite in memory", share: 1, fresh: migratedSqlite, stop: async () => undefined },
  d1(),
];

function d1(): TestDatabase {
  let running: Promise<{ miniflare: Miniflare; db: D1Database; clear: string[] }> | undefined;
  const start = async () => {
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({ modules: true, script: "export default {}", d1Databases: ["DB"], cf: false }),
    );
    const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    const migrations = (await readMigrations()).flatMap(statementsOf);
    await db.batch(migrations.map((text) => db.prepare(text)));
    const tables = migrations.flatMap((text) => /CREATE TABLE `(\w+)`/.exec(text)?.[1] ?? []);
    const seeds = migrations.filter((text) => /INSERT INTO/.test(text));
    return { miniflare, db, clear: [...tables.map((table) => `DELETE FROM ${table}`), ...seeds] };
  };
  return {
    name: "D1",
    share: 0.05,
    async fresh() {
      running ??= start();
      const { db, clear } = await running;
      await db.batch(clear.map((text) => db.prepare(text)));
      return db;
    },
    stop: async () => (await running)?.miniflare.dispose(),
  };
}
