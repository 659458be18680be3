import { expect } from "vitest";
import { api } from "../../src/wiring/serve-api.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { documentedRoutes } from "../../tools/openapi/documented-routes.ts";
import { problemShape } from "../../src/http/problem-shape.ts";
import { deployedFiles } from "../support/deployed-files.ts";
import { freshTables } from "../support/migrate.ts";
import { realD1 } from "../support/real-d1.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { setting, TOKEN } from "../support/setting.ts";

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
  /** Asks as it stands, at the host that the request names; of another environment where one is given. */
  send(request: Request, env?: Env): Promise<Response>;
  /** Asks and holds the answer against the shape that the document shows for it. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>, token?: string): Promise<Answer>;
  /** All tables as after the migrations. */
  clear(): Promise<void>;
  /** Nobody is signed in any more. */
  signAllOut(): Promise<void>;
  stop(): Promise<void>;
}

/** The API in this process, over a real D1. */
export async function runApi(variables: Record<string, string> = {}): Promise<RunningApi> {
  const { db, stop } = await realD1();
  return apiOver(db, stop, variables);
}

/** The API in this process, over SQLite in memory. */
export const runSqliteApi = async (variables: Record<string, string> = {}): Promise<RunningApi> =>
  apiOver(await migratedSqlite(), async () => undefined, variables);

async function apiOver(
  db: D1Database,
  stop: () => Promise<void>,
  variables: Record<string, string>,
): Promise<RunningApi> {
  // Who is signed in stays so.
  const clear = await freshTables(db, ["sign_ins"]);
  const nudges: unknown[] = [];
  const env = {
    DB: db,
    POLLS: { sendBatch: () => Promise.reject(new Error("the API hands out no batches")) },
    DELIVERIES: { send: (wakeUp: unknown) => Promise.resolve(nudges.push(wakeUp)) },
    ASSETS: deployedFiles,
    ...setting("http://127.0.0.1:1"),
    ALLOW_LOCAL_WEBHOOKS: "true",
    ...variables,
  } as unknown as Env;
  const serve = api();
  const fetch: RunningApi["fetch"] = async (path, init = {}, token = TOKEN) => {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    return serve(new Request(`http://api.test${path}`, { ...init, headers }), env);
  };
  return {
    env,
    db,
    nudges,
    fetch,
    send: async (request, other = env) => serve(request, other),
    async call(method, path, body, provided = {}, token = TOKEN) {
      const headers = body === undefined ? provided : { "content-type": "application/json", ...provided };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(path, { method, headers, ...sent }, token);
      const text = await response.text();
      const answer = {
        status: response.status,
        headers: response.headers,
        body: text === "" ? null : JSON.parse(text),
      };
      conforms(method, path, answer);
      return answer;
    },
    signAllOut: async () => void (await db.prepare("DELETE FROM sign_ins").run()),
    async clear() {
      await clear();
      nudges.length = 0;
    },
    stop,
  };
}

const patterns = documentedRoutes.map((route) => ({
  route,
  path: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

function conforms(method: string, path: string, { status, headers, body }: Answer): void {
  if (status >= 400) {
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(problemShape().strict().parse(body)).toMatchObject({ status });
    return;
  }
  const plain = path.split("?")[0]!;
  const { route } = patterns.find((one) => one.route.method === method.toLowerCase() && one.path.test(plain)) ?? {};
  if (route === undefined) return;
  expect(status).toBe(route.status);
  route.reply.schema?.().parse(body);
}
