/** The statements that one invocation has asked of D1. */
export interface Meter {
  statements: number;
}

/** Past the statements that the plan allows one invocation: the platform would refuse, so the engine does. */
class TooManyStatements extends Error {}

/**
 * The same database, counted. D1's `raw()` tells no `meta`, so it is answered from `all()`: select no two columns of one
 * name. `count` adds to the counters.
 * Throws TooManyStatements past `most`.
 */
export function metered(
  db: D1Database,
  meter: Meter,
  most: number,
  count: (key: string, by: number) => void,
): D1Database {
  const spend = (statements: number) => {
    meter.statements += statements;
    count("d1|statements", statements);
    if (meter.statements > most) throw new TooManyStatements(`more than ${most} D1 statements in one invocation`);
  };
  const read = <T extends { meta: D1Meta & Record<string, unknown> }>(result: T): T => {
    count("d1|rowsRead", result.meta.rows_read ?? 0);
    count("d1|rowsWritten", result.meta.rows_written ?? 0);
    return result;
  };
  const wrap = (inner: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => {
      spend(1);
      return read(await inner.all());
    };
    return {
      inner,
      bind: (...values: unknown[]) => wrap(inner.bind(...values)),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all()).results[0];
        if (row === undefined) return null;
        return column === undefined ? row : row[column];
      },
      raw: async () => (await all()).results.map((row) => Object.values(row)),
    } as unknown as D1PreparedStatement;
  };
  return {
    prepare: (query: string) => wrap(db.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      spend(statements.length);
      const inner = statements.map((one) => (one as unknown as { inner: D1PreparedStatement }).inner);
      return (await db.batch(inner)).map(read);
    },
  } as unknown as D1Database;
}
