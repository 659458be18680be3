import { build } from "esbuild";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import type { Doors } from "../../src/wiring/handlers.ts";
import { deployedFiles } from "../support/deployed-files.ts";
import { HOST } from "../support/jar.ts";
import { setting, TOKEN } from "../support/setting.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";

/** What answers requests, and of its own zod a schema that is wanted. */
const SCRIPT = `export { api } from "./src/wiring/serve-api.ts"; export { string } from "zod";`;

afterEach(() => {
  z.config({ postProcessor: undefined });
});

/** A script of this text as one module, with all that it imports. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

test("no schema is made before a request wants it: the first one has 10 ms, and wants a few", async () => {
  const script = await bundled(SCRIPT);
  const created: string[] = [];
  z.config({ postProcessor: ({ _zod }: z.ZodType) => void created.push(_zod.def.type) });
  const { string } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as typeof z;
  expect(created).toEqual([]);
  string();
  expect(created).toEqual(["string"]);
});

test("the Worker makes the forms of requests when it starts, so that its first ones make none", async () => {
  const script = await bundled(`export { default as worker } from "./src/worker.ts";`);
  const { worker } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as { worker: Doors };
  const env = { DB: await migratedSqlite(), ASSETS: deployedFiles, ...setting("http://127.0.0.1:1") };
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const answer = await worker.fetch(
      new Request(HOST + path, { ...init, headers }) as never,
      env as never,
      {} as never,
    );
    return answer.status;
  };
  // What reads the environment is wanted by no other request.
  expect(await ask("/healthz")).toBe(200);
  const created: string[] = [];
  z.config({ postProcessor: ({ _zod }: z.ZodType) => void created.push(_zod.def.type) });
  for (const path of ["/v1/targets?limit=5", "/v1/events?type=live.*", "/v1/plan?openTabs=1", "/v1/watchlists"])
    expect([path, await ask(path)]).toEqual([path, 200]);
  expect(await ask("/v1/subscriptions/preview", { method: "POST", body: "{}" })).toBe(422);
  // What is wrong with a body is an error without a type.
  expect(created.filter((type) => type !== undefined)).toEqual([]);
});
