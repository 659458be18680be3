import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { readMigrations, type Migration } from "../../scripts/host/migrations.ts";
import { migrate } from "./migrate.ts";

interface Bound {
  text: string;
  values: SQLInputValue[];
}

/**
 * D1's interface over an SQLite database in memory: the store's own statements, without a runtime around them, fast
 * enough for many thousand runs. A batch is a transaction, as D1's is. Rows read and written are not counted.
 */
export function sqliteD1(database = new DatabaseSync(":memory:")): D1Database {
  const known = new Map<string, StatementSync>();
  const statement = (text: string): StatementSync => {
    const created = known.get(text) ?? database.prepare(text);
    known.set(text, created);
    return created;
  };
  const changed = () => Number(statement("SELECT total_changes() AS n").get()!["n"]);
  const run = ({ text, values }: Bound) => {
    const before = changed();
    const results = statement(text)
      .all(...values)
      .map((row) => ({ ...row }));
    return { success: true, results, meta: { changes: changed() - before, rows_read: 0, rows_written: 0 } };
  };
  const prepared = (text: string, values: SQLInputValue[]) => ({
    bound: { text, values },
    bind: (...given: unknown[]) => prepared(text, given.map(plain)),
    all: async () => run({ text, values }),
    run: async () => run({ text, values }),
    first: async (column?: string) => {
      const row = run({ text, values }).results[0] as Record<string, unknown> | undefined;
      return row === undefined ? null : column === undefined ? row : row[column];
    },
    raw: async () => run({ text, values }).results.map((row) => Object.values(row)),
  });
  return {
    prepare: (text: string) => prepared(text, []),
    async batch(statements: { bound: Bound }[]) {
      database.exec("BEGIN");
      try {
        const results = statements.map(({ bound }) => run(bound));
        database.exec("COMMIT");
        return results;
      } catch (thrown) {
        database.exec("ROLLBACK");
        throw thrown;
      }
    },
  } as unknown as D1Database;
}

const plain = (value: unknown): SQLInputValue =>
  typeof value === "boolean" ? Number(value) : value === undefined ? null : (value as SQLInputValue);

let migrations: Promise<Migration[]> | undefined;

/** The same with this checkout's tables. */
export async function migratedSqlite(): Promise<D1Database> {
  migrations ??= readMigrations();
  const db = sqliteD1();
  await migrate(db, await migrations);
  return db;
}
