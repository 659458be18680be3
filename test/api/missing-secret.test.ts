import { afterAll, beforeAll, expect, test } from "vitest";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
afterAll(() => api.stop());

const asks = async (env: Env, path: string, headers: Record<string, string> = { accept: "text/html" }) => {
  const answer = await api.send(new Request(`https://tally.example${path}`, { headers }), env);
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
};

test("without a secret a person reads on a page what to set, and a program the same as a problem", async () => {
  const env = { ...api.env, ADMIN_TOKEN: "too-short-to-be-shown" } as Env;
  const page = await asks(env, "/");
  expect([page.status, page.type]).toEqual([503, expect.stringContaining("text/html")]);
  expect(page.text).toMatch(/<h1>Something is missing in the settings<\/h1>.*ADMIN_TOKEN.*wrangler secret put/s);
  expect(page.text).not.toContain("too-short-to-be-shown");
  expect((await asks(env, "/", { accept: "text/html", "accept-language": "de" })).text).toContain(
    "In den Einstellungen fehlt etwas",
  );
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page.text)![1]!;
  expect(await asks(env, style)).toMatchObject({ status: 200, type: expect.stringContaining("text/css") });
  expect(await asks(env, "/v1/targets", {})).toMatchObject({
    status: 503,
    type: expect.stringContaining("application/problem+json"),
  });
  expect(JSON.parse((await asks(env, "/healthz")).text)).toMatchObject({ reasons: ["configuration"] });
});

test("where to find the token depends on where it runs", async () => {
  expect((await asks(api.env, "/sign-in")).text).toMatch(
    /that you chose for the Worker.*wrangler secret put ADMIN_TOKEN/s,
  );
  const own = { ...api.env, FRONT_SECRET: "of-the-front" } as Env;
  const { text } = await asks(own, "/sign-in", { accept: "text/html", "x-tallylight-front": "of-the-front" });
  expect(text).toMatch(/npm start<\/span> printed a token/);
});
