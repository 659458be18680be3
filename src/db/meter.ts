import { TooManyStatements } from "../core/database-use.ts";

/** The D1 statements of one invocation. */
export interface Meter {
  statements: number;
}

/** D1's limits (2026): bytes of a value or row, parameters of a statement, bytes of a statement. */
const MAX_VALUE_BYTES = 2_000_000;
const MAX_PARAMETERS = 100;
const MAX_SQL_BYTES = 100_000;

const encoder = new TextEncoder();

/** Measures a text only if it might be too long. A UTF-16 unit has at most three bytes. */
const isOver = (text: string, max: number): boolean => text.length * 3 > max && encoder.encode(text).length > max;

/** Throws D1's error where D1 would refuse. The local runtime is more lenient, and tests would miss it. */
function refuse(query: string, values: unknown[]): void {
  if (isOver(query, MAX_SQL_BYTES)) throw new Error("D1_ERROR: statement too long: SQLITE_TOOBIG");
  if (values.length > MAX_PARAMETERS) throw new Error("D1_ERROR: too many SQL variables: SQLITE_ERROR");
  if (values.some((value) => typeof value === "string" && isOver(value, MAX_VALUE_BYTES)))
    throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
}

/**
 * Wraps a database: counts statements and rows with `count`, enforces D1's limits and passes D1's errors to `refused`.
 * `raw()` has no `meta`, so it is answered from `all()`: do not select two columns of the same name. Throws
 * TooManyStatements after `max` statements.
 */
export function metered(
  db: D1Database,
  meter: Meter,
  max: number,
  count: (key: string, by: number) => void,
  refused: (thrown: unknown) => void = () => undefined,
): D1Database {
  const answered = async <T>(requested: Promise<T>): Promise<T> => {
    try {
      return await requested;
    } catch (thrown) {
      refused(thrown);
      throw thrown;
    }
  };
  const spend = (statements: number) => {
    meter.statements += statements;
    count("d1|statements", statements);
    if (meter.statements > max) throw new TooManyStatements(max);
  };
  const read = <T extends { meta: D1Meta & Record<string, unknown> }>(result: T): T => {
    count("d1|rowsRead", result.meta.rows_read ?? 0);
    count("d1|rowsWritten", result.meta.rows_written ?? 0);
    return result;
  };
  const wrap = (query: string, values: unknown[], inner: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => {
      spend(1);
      refuse(query, values);
      return read(await answered(inner.all()));
    };
    return {
      inner,
      refuse: () => refuse(query, values),
      bind: (...provided: unknown[]) => wrap(query, provided, inner.bind(...provided)),
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
    prepare: (query: string) => wrap(query, [], db.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      spend(statements.length);
      const own = statements as unknown as { inner: D1PreparedStatement; refuse(): void }[];
      const inner = own.map((one) => {
        one.refuse();
        return one.inner;
      });
      return (await answered(db.batch(inner))).map(read);
    },
  } as unknown as D1Database;
}
