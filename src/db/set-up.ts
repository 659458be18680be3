import { sqlStatements } from "../core/sql-statements.ts";
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

/** How far the database is from the schema that this version needs. */
export type Progress =
  /** Some migrations are missing and will be applied by later invocations. */
  | { state: "applying"; applied: number; all: number }
  /** This migration failed. It left nothing behind and is tried again. */
  | { state: "failed"; migration: string }
  /** The database is from before the first release. Nothing of it was changed. */
  | { state: "early" };

export interface SetUpDeps {
  /** True if the last migration of this version is applied. */
  isCurrent(): Promise<boolean>;
  /** Names of the applied migrations. Creates their list if the database has none. */
  applied(): Promise<string[]>;
  /** The text of every migration of this version by name, in order. */
  migrations(): Promise<Readonly<Record<string, string>>>;
  /**
   * Applies a migration and records it, in one transaction. Does nothing if another invocation has recorded it meanwhile.
   * Throws the database's error.
   */
  apply(name: string, statements: string[]): Promise<void>;
  /** Statements that this invocation may still send. */
  statementsLeft(): number;
  failed(migration: string, thrown: unknown): void;
}

/** Reports whether a database is from before the first release: it has migrations, but not the first of this version. */
export const predatesRelease = (applied: string[], known: string[]): boolean =>
  applied.length > 0 && !applied.includes(known[0]!);

/** Statements of a transaction besides those of its migration: the one that records it. */
const RECORDING = 1;

/**
 * Applies the missing migrations, as many as this invocation has statements for. Returns null if the database has this
 * version's schema, or has migrations that this version does not know: those are not its to complete.
 */
export async function setUp(deps: SetUpDeps): Promise<Progress | null> {
  if (await deps.isCurrent()) return null;
  const [applied, migrations] = [await deps.applied(), await deps.migrations()];
  const names = Object.keys(migrations);
  if (predatesRelease(applied, names)) return { state: "early" };
  if (applied.some((name) => !names.includes(name))) return null;
  const missing = names.filter((name) => !applied.includes(name));
  const progress = (left: number): Progress => ({
    state: "applying",
    applied: names.length - left,
    all: names.length,
  });
  for (const [at, name] of missing.entries()) {
    const statements = sqlStatements(migrations[name]!);
    if (statements.length + RECORDING > deps.statementsLeft()) return progress(missing.length - at);
    try {
      await deps.apply(name, statements);
    } catch (thrown) {
      deps.failed(name, thrown);
      return { state: "failed", migration: name };
    }
  }
  // The next request is served: this invocation may have no statements left.
  return progress(0);
}
