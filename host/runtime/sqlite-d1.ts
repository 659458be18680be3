import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

interface Bound {
  text: string;
  values: SQLInputValue[];
}

/**
 * D1's interface over an SQLite database, for running the store's statements without a runtime. A batch is atomic, as in
 * D1, also within a transaction of the caller. Rows are not counted.
 */
export function sqliteD1(database: DatabaseSync): D1Database {
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
    bind: (...provided: unknown[]) => prepared(text, provided.map(plain)),
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
      if (statements.length === 0) throw new Error("D1_ERROR: No SQL statements detected.");
      database.exec("SAVEPOINT batch");
      try {
        const results = statements.map(({ bound }) => run(bound));
        database.exec("RELEASE batch");
        return results;
      } catch (thrown) {
        database.exec("ROLLBACK TO batch; RELEASE batch");
        throw thrown;
      }
    },
  } as unknown as D1Database;
}

const plain = (value: unknown): SQLInputValue =>
  typeof value === "boolean" ? Number(value) : value === undefined ? null : (value as SQLInputValue);
