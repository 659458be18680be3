import { readdirSync, readFileSync } from "node:fs";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { api } from "../../src/compose-api.ts";
import type { Env } from "../../src/compose.ts";

export const TOKEN = "test_admin_token_0123456789abcdef0123456789";

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface RunningApi {
  env: Env;
  db: D1Database;
  /** What went to the queue "deliveries". */
  nudges: unknown[];
  fetch(path: string, init?: RequestInit, token?: string | null): Promise<Response>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Every table as after the migrations. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

const migrations = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .flatMap((name) => readFileSync(`migrations/${name}`, "utf8").split("--> statement-breakpoint"));

/** The API in this process, over a real D1. */
export async function runApi(variables: Record<string, string> = {}): Promise<RunningApi> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: "export default {}", d1Databases: ["DB"], cf: false }),
  );
  const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const nudges: unknown[] = [];
  const env = {
    DB: db,
    POLLS: { sendBatch: () => Promise.reject(new Error("the API hands out no batches")) },
    DELIVERIES: { send: (nudge: unknown) => Promise.resolve(nudges.push(nudge)) },
    ADMIN_TOKEN: TOKEN,
    ENCRYPTION_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString("base64") }),
    UPSTREAM_BASE_URL: "http://127.0.0.1:1",
    UPSTREAM_USERNAME: "someone",
    UPSTREAM_PASSWORD: "a password",
    ALLOW_LOCAL_WEBHOOKS: "true",
    ...variables,
  } as unknown as Env;
  const serve = api();
  const running: RunningApi = {
    env,
    db,
    nudges,
    async fetch(path, init = {}, token = TOKEN) {
      const headers = new Headers(init.headers);
      if (token !== null) headers.set("authorization", `Bearer ${token}`);
      return serve(new Request(`http://api.test${path}`, { ...init, headers }), env);
    },
    async call(method, path, body) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const response = await running.fetch(path, { method, ...sent });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
    },
    async clear() {
      const { results } = await db
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '[_s]*' OR name IN ('sheets', 'subscriptions', 'samples')")
        .all<{ name: string }>();
      await db.batch(results.map(({ name }) => db.prepare(`DROP TABLE ${name}`)));
      await db.batch(migrations.map((statement) => db.prepare(statement)));
      nudges.length = 0;
    },
    stop: () => miniflare.dispose(),
  };
  await db.batch(migrations.map((statement) => db.prepare(statement)));
  return running;
}
