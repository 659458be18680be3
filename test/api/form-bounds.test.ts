import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOST, OWN } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

// What a form may cost before anybody knows who sends it, and at the most.

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
afterAll(() => api.stop());

const KIB = 1024;
const FORM = "application/x-www-form-urlencoded";

const posted = (path: string, body: string) =>
  api.send(new Request(HOST + path, { method: "POST", headers: { ...OWN, "content-type": FORM }, body }));

const many = (count: number): [string, string][] => Array.from({ length: count }, (_, n) => [`f${n}`, "x"]);

describe("nobody who is signed in", () => {
  test.each(["/sign-in", "/sign-out"])("%s takes 64 KiB and no more", async (path) => {
    const answer = await posted(path, `next=${"x".repeat(64 * KIB)}`);
    expect(answer.status).toBe(413);
    expect((await answer.text()).length).toBeLessThan(10 * KIB);
  });

  test("what they typed comes back to be sent anew, and nothing of a form that is long", async () => {
    const short = await posted("/creators/add", new URLSearchParams({ "/name": "Maria" }).toString());
    expect([short.status, await short.text()]).toEqual([401, expect.stringContaining("Maria")]);
    for (const length of [20 * KIB, 200 * KIB, 12 * KIB * KIB]) {
      const long = await posted("/creators/add", `%2Fname=Maria${"x".repeat(length)}`);
      const text = await long.text();
      expect([long.status, text.includes("Maria"), text.length < 20 * KIB]).toEqual([401, false, true]);
    }
  });

  test("more fields than a page has are no form of ours", async () => {
    expect((await posted("/sign-in", new URLSearchParams(many(501)).toString())).status).toBe(400);
    expect((await posted("/sign-in", new URLSearchParams(many(500)).toString())).status).toBe(401);
  });
});

describe("somebody who is signed in", () => {
  test("a form has at most 500 fields, nested ten deep, and a mebibyte; an import 16", async () => {
    // One of them is the form's key.
    expect((await me.send("/alerts/test", many(500))).status).toBe(400);
    expect((await me.send("/alerts/test", [[`/${"a/".repeat(10)}b`, "x"]])).status).toBe(400);
    expect((await me.send("/alerts/test", [["x", "y".repeat(KIB * KIB)]])).status).toBe(413);
    expect((await me.send("/creators/add", [["x", "y".repeat(2 * KIB * KIB)]])).status).not.toBe(413);
    expect((await me.send("/creators/add", [["x", "y".repeat(16 * KIB * KIB)]])).status).toBe(413);
  });

  test("whose scope does not reach is refused before anything is read", async () => {
    const { body } = await api.call("POST", "/v1/tokens", { name: "reader", scopes: ["read"] });
    const reader = await context(api, (body as { token: string }).token);
    expect((await reader.send("/creators/add", [["x", "y".repeat(16 * KIB * KIB)]])).status).toBe(403);
  });

  test("who is paused, or gone, is paused once more without trouble", async () => {
    const { body } = await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7001" } });
    const { id } = body as { id: string };
    const path = async (act: string, fields: [string, string][] = [["id", id]]) => {
      const { status, text } = await me.send(`/creators/${act}`, fields);
      expect(status, act).toBeLessThan(500);
      return text;
    };
    await path("pause");
    expect(await path("pause")).toContain("Already paused");
    await path("resume");
    expect(await path("resume")).toContain("Already active");
    expect((await api.call("DELETE", `/v1/targets/${id}`)).status).toBe(204);
    for (const act of ["pause", "resume", "delete"]) await path(act);
    await path("move", [
      ["id", id],
      ["to", "wl_default"],
    ]);
    await path("snooze", [
      ["id", id],
      ["for", "1h"],
    ]);
  });
});

test("no answer says back more of a body than a thousand characters a piece", async () => {
  const answer = await api.call("POST", "/v1/targets", {
    kind: "live",
    name: "a",
    params: { userId: "1" },
    ["k".repeat(500 * KIB)]: 1,
  });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body).length).toBeLessThan(4 * KIB);
});
