import type { SetUpDeps } from "./set-up.ts";
import { SCHEMA } from "./latest-migration.ts";

/** wrangler's list of migrations, in its own words, so that it finds the list as if it had created it. */
const LIST = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

const hasNoList = (thrown: unknown): boolean => /no such table: d1_migrations/.test(String(thrown));
const isRecorded = (thrown: unknown): boolean => /UNIQUE constraint failed: d1_migrations\.name/.test(String(thrown));

/** The migrations that a database has, and how one is applied. */
export const setUpStore = (db: D1Database): Pick<SetUpDeps, "isCurrent" | "applied" | "migrations" | "apply"> => ({
  async isCurrent() {
    try {
      const found = await db.prepare("SELECT 1 AS found FROM d1_migrations WHERE name = ?1").bind(SCHEMA).first();
      return found !== null;
    } catch (thrown) {
      if (hasNoList(thrown)) return false;
      throw thrown;
    }
  },

  async applied() {
    await db.prepare(LIST).run();
    const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
    return results.map(({ name }) => name);
  },

  migrations: async () => (await import("./migrations.ts")).MIGRATIONS,

  // Its name comes first and can be recorded once. So of several invocations one applies it, however slow or cut off:
  // the name is a lock that the end of the transaction releases.
  async apply(name, statements) {
    const recorded = db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name);
    try {
      await db.batch([recorded, ...statements.map((statement) => db.prepare(statement))]);
    } catch (thrown) {
      if (!isRecorded(thrown)) throw thrown;
    }
  },
});
