interface PendingRead {
  statements: D1PreparedStatement[];
  answer(results: D1Result[]): void;
  fail(thrown: unknown): void;
}

/**
 * Wraps a database for reading: statements issued in the same turn of the event loop are sent as one batch. A request
 * to D1 costs a page as much as reading several rows. Statements of one batch fail together.
 */
export function batchedReads(db: D1Database): D1Database {
  let waiting: PendingRead[] = [];
  const send = async () => {
    const all = waiting;
    waiting = [];
    try {
      const statements = all.flatMap((one) => one.statements);
      const results = statements.length === 1 ? [await statements[0]!.all()] : await db.batch(statements);
      let from = 0;
      for (const one of all) one.answer(results.slice(from, (from += one.statements.length)));
    } catch (thrown) {
      for (const one of all) one.fail(thrown);
    }
  };
  const ask = (statements: D1PreparedStatement[]) =>
    new Promise<D1Result[]>((answer, fail) => {
      if (waiting.push({ statements, answer, fail }) === 1) queueMicrotask(() => void send());
    });
  const wrap = (inner: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => (await ask([inner]))[0]! as D1Result<Record<string, unknown>>;
    return {
      inner,
      bind: (...values: unknown[]) => wrap(inner.bind(...values)),
      all,
      first: async (column?: string) => {
        const [row = null] = (await all()).results;
        return column === undefined || row === null ? row : row[column];
      },
    } as unknown as D1PreparedStatement;
  };
  return {
    prepare: (query: string) => wrap(db.prepare(query)),
    batch: (statements: D1PreparedStatement[]) =>
      ask((statements as unknown as { inner: D1PreparedStatement }[]).map(({ inner }) => inner)),
  } as unknown as D1Database;
}
