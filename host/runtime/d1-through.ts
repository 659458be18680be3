import { ownCall } from "./own-call.ts";

interface Bound {
  sql: string;
  params: unknown[];
}

/** Runs statements as one atomic batch. */
type Batch = (statements: Bound[]) => Promise<D1Result<never>[]>;

/** D1's interface over a function that runs batches. */
function d1Through(run: Batch): D1Database {
  const one = async (bound: Bound) => (await run([bound]))[0]!;
  const prepared = (bound: Bound) => ({
    bound,
    bind: (...params: unknown[]) => prepared({ ...bound, params }),
    all: () => one(bound),
    run: () => one(bound),
    async first(column?: string) {
      const row = (await one(bound)).results[0] as Record<string, unknown> | undefined;
      return row === undefined ? null : column === undefined ? row : row[column];
    },
  });
  return {
    prepare: (sql: string) => prepared({ sql, params: [] }),
    batch: (statements: { bound: Bound }[]) => run(statements.map(({ bound }) => bound)),
  } as unknown as D1Database;
}

/** Where the host's own Worker runs batches, and the Authorization header that it requires. */
export interface BatchCall {
  url: string;
  authorization: string;
}

/** The database through the host's own Worker. */
export const d1At = ({ url, authorization }: BatchCall): D1Database =>
  d1Through(async (statements) => {
    const call = { method: "POST", headers: { authorization }, body: JSON.stringify(statements) };
    const { status, text } = await ownCall(url, call);
    if (status !== 200) throw new Error(`the database answered ${status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as D1Result<never>[];
  });

/** Collects batches until `flush` runs them as one. Writers get no results. */
export function gathering(db: D1Database): { db: D1Database; flush: () => Promise<void> } {
  let waiting: Bound[] = [];
  const gathered = d1Through(async (statements) => {
    waiting.push(...statements);
    return statements.map(() => ({ success: true, results: [], meta: {} }) as unknown as D1Result<never>);
  });
  return {
    db: gathered,
    async flush() {
      const statements = waiting;
      waiting = [];
      if (statements.length > 0) await db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params)));
    },
  };
}
