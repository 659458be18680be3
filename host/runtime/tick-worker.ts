// The host's own Worker beside Tallylight's: it ticks when the host says so, and writes the demo's history.
interface Env {
  TALLYLIGHT: { scheduled(at: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }> };
  /** The required Authorization header, generated at each start. */
  WHO_TICKS: string;
  /** With a simulator alone. */
  DB?: D1Database;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Compares in constant time. */
const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.reduce((difference, byte, at) => difference | (byte ^ b[at]!), 0) === 0;

/** Runs `[{sql, params}, …]` as one D1 batch; answers their results. */
async function batch(db: D1Database, text: string): Promise<Response> {
  const statements = JSON.parse(text) as { sql: string; params: unknown[] }[];
  return Response.json(await db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params))));
}

export default {
  /** POST the scheduled time (epoch ms) as text; answers the outcome as text. POST /batch runs statements. */
  async fetch(request: Request, { TALLYLIGHT, WHO_TICKS, DB }: Env): Promise<Response> {
    if (!same(bytes(request.headers.get("authorization") ?? ""), bytes(WHO_TICKS)))
      return new Response(null, { status: 404 });
    const text = await request.text();
    if (DB !== undefined && new URL(request.url).pathname === "/batch") return batch(DB, text);
    const scheduledTime = new Date(Number(text));
    return new Response((await TALLYLIGHT.scheduled({ cron: "* * * * *", scheduledTime })).outcome);
  },
};
