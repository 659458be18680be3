/** The statements that the Worker sends in one call, and how they run. */
export interface Requested {
  sql: string[];
  /** True for a batch, which is a transaction. */
  batch: boolean;
  /** Runs the batch with a failing statement after the one at this index. */
  failing(index: number): Promise<never>;
}

export interface Interposed {
  db: D1Database;
  /** Stands between the Worker and the database. It runs statements or not, before or after something else. */
  between: <T>(requested: Requested, run: () => Promise<T>) => Promise<T>;
}

/** Reports whether a batch changes a resource: it contains its audit entry. */
export const isWrite = ({ sql, batch }: Requested): boolean =>
  batch && sql.length > 1 && sql.some((text) => text.startsWith("INSERT INTO audit"));

export const straight: Interposed["between"] = (_requested, run) => run();

const never = () => Promise.reject(new Error("no batch"));

/** Wraps a database with such a function. */
export function interposed(inner: D1Database): Interposed {
  interface Own {
    text: string;
    inner: D1PreparedStatement;
  }
  const prepared = (text: string, statement: D1PreparedStatement): Own & Record<string, unknown> => {
    const one = <T>(run: () => Promise<T>) => self.between({ sql: [text], batch: false, failing: never }, run);
    return {
      text,
      inner: statement,
      bind: (...values: unknown[]) => prepared(text, statement.bind(...values)),
      all: () => one(() => statement.all()),
      run: () => one(() => statement.run()),
      raw: () => one(() => statement.raw()),
      first: (column?: string) => one(() => (column === undefined ? statement.first() : statement.first(column))),
    };
  };
  const self: Interposed = {
    between: straight,
    db: {
      prepare: (text: string) => prepared(text, inner.prepare(text)),
      batch(all: Own[]) {
        const own = all.map((one) => one.inner);
        const failing = async (index: number): Promise<never> => {
          await inner.batch(own.toSpliced(index + 1, 0, inner.prepare("SELECT json('no')")));
          throw new Error("it did not fail");
        };
        return self.between({ sql: all.map(({ text }) => text), batch: true, failing }, () => inner.batch(own));
      },
    } as unknown as D1Database,
  };
  return self;
}
