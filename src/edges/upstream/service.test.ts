import { expect, test } from "vitest";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { openService, type GivenService } from "./service.ts";

const account = (baseUrl: string) => ({ baseUrl, username: "me", password: "secret" });
const nothing: GivenService = {
  credentials: null,
  demo: null,
  operations: {},
  timeoutMs: 1000,
  addresses: PUBLIC_ONLY,
};
const open = async (sealed: string) => (sealed === "unknown key" ? null : account(sealed));
const stored = { account: "https://api.example.com", operations: {} };

test("the environment wins over what was stored, and that over the demo", async () => {
  const demo = account("http://127.0.0.1:1");
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
    credentials: demo,
    source: "default",
  });
  expect(await openService(nothing, { ...stored, account: "unknown key" }, open)).toMatchObject({
    credentials: null,
    source: null,
  });
});

test("of one operation that both say the fields of both are read, the environment's first", async () => {
  const said = (fields: object) => ({ path: "/info", method: "GET", query: {}, body: {}, fields }) as never;
  const given = { "live.info": said({ title: "/env" }) };
  const { operations } = await openService(
    { ...nothing, operations: given },
    { account: null, operations: { "live.info": said({ title: "/api", viewers: "/viewers" }) } },
    open,
  );
  expect(operations.get("live.info")!.fields).toEqual({ title: "/env", viewers: "/viewers" });
});

test("so it is with operations, one by one", async () => {
  const said = (path: string) => ({ path, method: "GET", query: {}, body: {}, fields: {} }) as never;
  const { operations } = await openService(
    { ...nothing, operations: { "live.check": said("/env"), "user.info": null } },
    { account: null, operations: { "live.check": said("/api"), "live.info": said("/api"), "user.info": said("/api") } },
    open,
  );
  expect(operations.get("live.check")!.path).toBe("/env");
  expect(operations.get("live.info")!.path).toBe("/api");
  expect(operations.has("user.info")).toBe(false);
});
