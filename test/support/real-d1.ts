import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { ownCall } from "../../host/runtime/own-call.ts";

interface Bound {
  sql: string;
  params: unknown[];
}

type Method = "batch" | "all" | "raw" | "exec";

interface Failed {
  name: string;
  message: string;
  cause: string | null;
}

/** Runs statements where the database is, and answers what it says. */
const SCRIPT = `export default {
  async fetch(request, { DB }) {
    const { method, statements } = await request.json();
    try {
      if (method === "exec") return Response.json({ is: await DB.exec(statements[0].sql) });
      const made = statements.map(({ sql, params }) => DB.prepare(sql).bind(...params));
      return Response.json({ is: method === "batch" ? await DB.batch(made) : await made[0][method]() });
    } catch ({ name, message, cause }) {
      return Response.json({ failed: { name, message, cause: cause?.message ?? null } });
    }
  },
};`;

/** A real D1 on workerd. */
export interface RealD1 {
  db: D1Database;
  stop: () => Promise<void>;
}

/**
 * Starts an empty D1 on workerd. It takes one call for each batch; Miniflare's own interface blocks the process for
 * each statement that is prepared and again for its values.
 */
export async function realD1(): Promise<RealD1> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: SCRIPT,
      d1Databases: ["DB"],
      cf: false,
      unsafeDirectSockets: [{}],
    }),
  );
  const { href } = await miniflare.unsafeGetDirectURL();
  const call = async <T>(method: Method, statements: Bound[]): Promise<T> => {
    const { text } = await ownCall(href, { method: "POST", body: JSON.stringify({ method, statements }) });
    const answer = JSON.parse(text) as { is: T } | { failed: Failed };
    if (!("failed" in answer)) return answer.is;
    const { name, message, cause } = answer.failed;
    throw Object.assign(new Error(message, cause === null ? {} : { cause: new Error(cause) }), { name });
  };
  return { db: d1Over(call), stop: () => miniflare.dispose() };
}

function d1Over(call: <T>(method: Method, statements: Bound[]) => Promise<T>): D1Database {
  const prepared = (bound: Bound) => {
    const all = () => call<D1Result<Record<string, unknown>>>("all", [bound]);
    return {
      bound,
      bind: (...values: unknown[]) => prepared({ ...bound, params: values.map(bindable) }),
      all,
      run: all,
      raw: () => call("raw", [bound]),
      async first(column?: string) {
        const [row] = (await all()).results;
        if (row === undefined || column === undefined) return row ?? null;
        if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
        return row[column];
      },
    };
  };
  return {
    prepare: (sql: string) => prepared({ sql, params: [] }),
    batch: (all: { bound: Bound }[]) =>
      call(
        "batch",
        all.map(({ bound }) => bound),
      ),
    exec: (sql: string) => call("exec", [{ sql, params: [] }]),
  } as unknown as D1Database;
}

/** A value as D1 takes it: what it refuses must not become null on the way. */
function bindable(value: unknown): unknown {
  if (value === null || ["number", "string", "boolean"].includes(typeof value)) return value;
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${String(value)}'`);
}
