import { freshTables } from "./fresh-tables.ts";
import { realD1, type RealD1 } from "./real-d1.ts";
import { migratedSqlite } from "./sqlite-d1.ts";

/** A database for store tests, with fresh tables on each call. */
export interface TestDatabase {
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
