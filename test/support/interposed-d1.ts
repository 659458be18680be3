/** What the Worker asks of the database in one go, and how it is done. */
export interface Asked {
  sql: string[];
  /** True for a batch, which is a transaction. */
  batch: boolean;
}

export interface Interposed {
  db: D1Database;
  /** Stands between the Worker and the database: does it, or not, before or after something else. */
  between: <T>(asked: Asked, run: () => Promise<T>) => Promise<T>;
}

/** A batch that changes something that people keep: it brings its audit entry. */
export const isWrite = ({ sql, batch }: Asked): boolean =>
  batch && sql.length > 1 && sql.some((text) => text.startsWith("INSERT INTO audit"));

export const straight: Interposed["between"] = (_asked, run) => run();

/** A database with somebody in between. */
export function interposed(inner: D1Database): Interposed {
  interface Own {
    text: string;
    inner: D1PreparedStatement;
  }
  const prepared = (text: string, statement: D1PreparedStatement): Own & Record<string, unknown> => {
    const one = <T>(run: () => Promise<T>) => self.between({ sql: [text], batch: false }, run);
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
      batch: (all: Own[]) =>
        self.between({ sql: all.map(({ text }) => text), batch: true }, () => inner.batch(all.map((one) => one.inner))),
    } as unknown as D1Database,
  };
  return self;
}
