import "./platform-streams.ts";
import { readMigrations } from "../../host/runtime/migrations.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import type { Doors } from "../../src/wiring/handlers.ts";
import { deployedFiles } from "./deployed-files.ts";
import { migrate } from "./migrate.ts";
import { realD1 } from "./real-d1.ts";
import { setting, TOKEN } from "./setting.ts";

const UPSTREAM = "https://upstream.example";

/** Database and queue usage since the last reading. */
export interface Spent {
  statements: number;
  read: number;
  written: number;
  queueOperations: number;
  invocations: number;
  /** The part of it in the tick's own invocation. */
  tick: { statements: number; read: number; cpuMs: number };
}

/** The engine in this process, on a D1 that counts rows. Queues deliver their messages when a tick ends. */
export interface EngineOnD1 {
  db: D1Database;
  /** The rooms of live creators, by user id. */
  live: Map<string, string>;
  tick(at: number): Promise<void>;
  api(method: string, path: string, body?: unknown): Promise<Response>;
  /** Sends any request, such as a browser's. */
  send(request: Request): Promise<Response>;
  spent(): Spent;
  stop(): Promise<void>;
}

const nothing = (): Spent => ({
  statements: 0,
  read: 0,
  written: 0,
  queueOperations: 0,
  invocations: 0,
  tick: { statements: 0, read: 0, cpuMs: 0 },
});

interface Own {
  inner: D1PreparedStatement;
}

/** Wraps a database: `count` gets the usage of each statement, `refuse` throws where the database would. */
function counted(db: D1Database, count: (meta: D1Meta) => void, refuse: () => void): D1Database {
  const wrap = (inner: D1PreparedStatement): Own => {
    const all = async () => {
      refuse();
      const result = await inner.all();
      count(result.meta);
      return result;
    };
    return {
      inner,
      bind: (...values: unknown[]) => wrap(inner.bind(...values)),
      all,
      run: all,
    } as Own;
  };
  return {
    prepare: (text: string) => wrap(db.prepare(text)),
    async batch(statements: Own[]) {
      refuse();
      const results = await db.batch(statements.map(({ inner }) => inner));
      for (const { meta } of results) count(meta);
      return results;
    },
  } as unknown as D1Database;
}

/** The daily limits, enforced from one reading to the next. */
export interface Quotas {
  rowsRead: number;
  rowsWritten: number;
  queueOperations: number;
}

const ENDLESS: Quotas = { rowsRead: Infinity, rowsWritten: Infinity, queueOperations: Infinity };

/** The platform's error message. */
const usedUp = (what: string): Error =>
  new Error(
    `D1_ERROR: Your account has exceeded D1's free tier daily row ${what} limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.`,
  );

/** Starts the engine: `worker` is the Worker's module, `variables` are its environment. */
export async function engineOnD1(
  worker: Doors,
  variables: Record<string, string> = {},
  quotas: Quotas = ENDLESS,
): Promise<EngineOnD1> {
  const { db, stop } = await realD1();
  await migrate(db, await readMigrations());
  let spent = nothing();
  const live = new Map<string, string>();
  const messages: { queue: string; body: unknown }[] = [];
  const queue = (name: string) => {
    const put = async (bodies: unknown[]) => {
      if (spent.queueOperations + 3 * bodies.length > quotas.queueOperations) throw new Error("Too Many Requests");
      messages.push(...bodies.map((body) => ({ queue: name, body })));
    };
    return {
      send: (body: unknown) => put([body]),
      sendBatch: (all: Iterable<{ body: unknown }>) => put([...all].map(({ body }) => body)),
    };
  };
  const env = {
    DB: counted(
      db,
      ({ rows_read: read, rows_written: written }) => {
        spent.statements += 1;
        spent.read += read;
        spent.written += written;
      },
      () => {
        if (spent.read > quotas.rowsRead) throw usedUp("read");
        if (spent.written > quotas.rowsWritten) throw usedUp("write");
      },
    ),
    ASSETS: deployedFiles,
    POLLS: queue("polls"),
    DELIVERIES: queue("deliveries"),
    ...setting(UPSTREAM),
    UPSTREAM_POLLS_PER_MINUTE: "1000000",
    LIMITS: "paid",
    ...variables,
  } as unknown as Env;
  const send = async (request: Request): Promise<Response> => {
    spent.invocations += 1;
    return worker.fetch(request as never, env, {} as never);
  };
  const own = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    answer(new URL(input instanceof Request ? input.url : input), live) ?? own(input, init);
  return {
    db,
    live,
    async tick(at) {
      const before = process.cpuUsage();
      spent.invocations += 1;
      await worker.scheduled({ scheduledTime: at, cron: "* * * * *" } as never, env, {} as never);
      const { user, system } = process.cpuUsage(before);
      spent.tick = { statements: spent.statements, read: spent.read, cpuMs: (user + system) / 1000 };
      for (let next = messages.shift(); next !== undefined; next = messages.shift()) {
        // A message is written, read and deleted.
        spent.queueOperations += 3;
        spent.invocations += 1;
        await worker.queue({ queue: next.queue, messages: [{ body: next.body }] } as never, env, {} as never);
      }
    },
    async api(method, path, body) {
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return send(new Request(`http://api.test${path}`, init));
    },
    send,
    spent() {
      const before = spent;
      spent = nothing();
      return before;
    },
    async stop() {
      globalThis.fetch = own;
      await stop();
    },
  };
}

let sent = 0;

/** The polled service, and Discord; null for other addresses. */
function answer(url: URL, live: Map<string, string>): Response | null {
  if (url.hostname === "discord.com") return Response.json({ id: String(++sent) });
  if (url.origin !== UPSTREAM) return null;
  const rowOf = (userId: string) => ({ alive: live.has(userId), room_id: live.get(userId) ?? 0, user_id: userId });
  const ids = url.searchParams.get("user_ids")?.split(",") ?? [url.searchParams.get("user_id") ?? ""];
  return Response.json({ code: 0, data: { data: ids.map(rowOf) } });
}

/** The user id of the creator with a number. */
export const userIdOf = (n: number): string => String(7_000_000 + n);

/** Creates numbered live targets, polled every minute: ten thousand per call, like the import. */
export async function watchMany(engine: EngineOnD1, count: number): Promise<void> {
  for (let from = 0; from < count; from += 10_000) {
    const size = Math.min(10_000, count - from);
    const rows = Array.from({ length: size }, (_, n) => {
      return { kind: "live", name: `Creator ${from + n}`, params: { userId: userIdOf(from + n) } };
    });
    const { status } = await engine.api("POST", "/v1/targets/import", rows);
    if (status !== 200) throw new Error(`the import answered ${status}`);
  }
}

/** A Discord channel that gets everything. */
export async function notifyDiscord(engine: EngineOnD1): Promise<void> {
  const settings = { url: "https://discord.com/api/webhooks/1001/secret" };
  const created = await engine.api("POST", "/v1/channels", { kind: "discord", name: "all", settings });
  const { id } = (await created.json()) as { id: string };
  await engine.api("POST", "/v1/subscriptions", {
    name: "all",
    events: ["*"],
    channelId: id,
    cooldownSeconds: Number(process.env["COOL"] ?? 0),
  });
}
