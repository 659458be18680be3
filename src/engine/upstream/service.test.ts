import { expect, test } from "vitest";
import { fixedBudget } from "../../core/budget.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { openService, type ProvidedService } from "./service.ts";

const account = (baseUrl: string) => ({ baseUrl, username: "me", password: "secret" });
const nothing: ProvidedService = {
  credentials: null,
  demo: null,
  operations: {},
  budget: fixedBudget(60),
  timeoutMs: 1000,
  addresses: PUBLIC_ONLY,
};
const open = async (sealed: string) => (sealed === "unknown key" ? null : account(sealed));
const stored = { account: "https://api.example.com", operations: {}, pollsPerMinute: null };

test("the environment takes precedence over stored settings, and those over the demo", async () => {
  const demo = { ...account("http://127.0.0.1:1"), operations: {} };
  const credentials = account("https://env.example.com");
  expect(await openService({ ...nothing, demo, credentials }, stored, open)).toMatchObject({
    credentials,
    source: "environment",
  });
  expect(await openService({ ...nothing, demo }, stored, open)).toMatchObject({
    credentials: account("https://api.example.com"),
    source: "api",
  });
  expect(await openService({ ...nothing, demo }, { ...stored, account: null }, open)).toMatchObject({
    credentials: account("http://127.0.0.1:1"),
    source: "default",
  });
  expect(await openService(nothing, { ...stored, account: "unknown key" }, open)).toMatchObject({
    credentials: null,
    source: null,
  });
});

test("the demo's operations are callable while no other service is connected", async () => {
  const call = { path: "/demo", method: "GET", query: {}, body: {}, fields: {} } as never;
  const demo = { ...account("http://127.0.0.1:1"), operations: { "user.followers": call } };
  const operations = async (more: object) =>
    (await openService({ ...nothing, demo, ...more }, { ...stored, account: null }, open)).operations;
  expect((await operations({})).get("user.followers")?.path).toBe("/demo");
  const own = { path: "/own", method: "GET", query: {}, body: {}, fields: {} } as never;
  expect((await operations({ operations: { "user.followers": own } })).get("user.followers")?.path).toBe("/own");
  expect((await openService({ ...nothing, demo }, stored, open)).operations.has("user.followers")).toBe(false);
  const credentials = account("https://env.example.com");
  expect((await operations({ credentials })).has("user.followers")).toBe(false);
});

test("the fields of both definitions of an operation are read, the environment's first", async () => {
  const reported = (fields: object) => ({ path: "/info", method: "GET", query: {}, body: {}, fields }) as never;
  const provided = { "live.info": reported({ title: "/env" }) };
  const { operations } = await openService(
    { ...nothing, operations: provided },
    {
      account: null,
      operations: { "live.info": reported({ title: "/api", viewers: "/viewers" }) },
      pollsPerMinute: null,
    },
    open,
  );
  expect(operations.get("live.info")!.fields).toEqual({ title: "/env", viewers: "/viewers" });
});

test("the same applies to each operation separately", async () => {
  const reported = (path: string) => ({ path, method: "GET", query: {}, body: {}, fields: {} }) as never;
  const { operations } = await openService(
    { ...nothing, operations: { "live.check": reported("/env"), "user.info": null } },
    {
      account: null,
      operations: { "live.check": reported("/api"), "live.info": reported("/api"), "user.info": reported("/api") },
      pollsPerMinute: null,
    },
    open,
  );
  expect(operations.get("live.check")!.path).toBe("/env");
  expect(operations.get("live.info")!.path).toBe("/api");
  expect(operations.has("user.info")).toBe(false);
});

test("the budget is the environment's, else what people set within the limits, else the default", async () => {
  const perMinute = async (budget: object, pollsPerMinute: number | null) =>
    (
      await openService(
        { ...nothing, budget: { environment: null, otherwise: 60, most: 120, ...budget } },
        { ...stored, pollsPerMinute },
        open,
      )
    ).perMinute;
  expect(await perMinute({}, null)).toBe(60);
  expect(await perMinute({}, 20)).toBe(20);
  expect(await perMinute({}, 500)).toBe(120);
  expect(await perMinute({ environment: 7 }, 20)).toBe(7);
});
