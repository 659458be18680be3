import { expect, test } from "vitest";
import type { KnownOperation } from "../../kinds/kind.ts";
import { contradiction, declaredOnce, mergedOperations } from "./operations.ts";

const declared = (more: Partial<KnownOperation>): KnownOperation => ({
  name: "live.info",
  source: "default",
  path: "/info",
  fields: { title: "/title" },
  ...more,
});

test("an operation declared by two kinds has the fields of both", () => {
  const other = declared({ fields: { viewers: "/viewers", title: "/title" } });
  const operations = declaredOnce([declared({}), other]);
  expect(operations.get("live.info")!.fields).toEqual({ title: "/title", viewers: "/viewers" });
});

test.each([
  ["calls it elsewhere", { path: "/other" }],
  ["calls it by another method", { method: "POST" as const }],
  ["asks for something else", { query: { id: "{userId}" } }],
  ["reads a field of the same name elsewhere", { fields: { title: "/name" } }],
  ["finds rows in it", { listing: { rows: "/rows", id: "/id" } }],
])("no start where one %s", (_, other) => {
  expect(() => declaredOnce([declared({}), declared(other)])).toThrow("live.info");
});

const reported = (more: object = {}) =>
  ({ method: "GET", path: "/info", query: {}, body: {}, fields: {}, ...more }) as never;

test("environment and API are merged if they send the same request, otherwise the environment counts", () => {
  const provided = { "live.info": reported({ fields: { title: "/title" } }) };
  const same = { "live.info": reported({ fields: { viewers: "/viewers", title: "/name" } }) };
  expect(mergedOperations(provided, same)["live.info"]!.fields).toEqual({ title: "/title", viewers: "/viewers" });
  const other = { "live.info": reported({ path: "/other", fields: { viewers: "/viewers" } }) };
  expect(mergedOperations(provided, other)["live.info"]!.fields).toEqual({ title: "/title" });
});

test("fields within rows are not merged with fields of the whole answer", () => {
  const rows = { rows: "/data", id: "/id", fields: { plays: "/plays" } };
  const whole = { "user.posts": reported({ fields: { title: "/title" } }) };
  expect(mergedOperations({ "user.posts": reported(rows) }, whole)["user.posts"]!.fields).toEqual({ plays: "/plays" });
  const more = { "user.posts": reported({ ...rows, fields: { title: "/title" } }) };
  const both = { plays: "/plays", title: "/title" };
  expect(mergedOperations({ "user.posts": reported(rows) }, more)["user.posts"]!.fields).toEqual(both);
});

test("settings that contradict the environment are refused with a reason", () => {
  const provided = { "live.info": reported({ fields: { title: "/title" } }), "user.info": null };
  expect(contradiction("live.info", reported({ fields: { viewers: "/viewers" } }), provided)).toBeNull();
  expect(contradiction("live.check", reported(), provided)).toBeNull();
  expect(contradiction("live.info", reported({ path: "/other" }), provided)).toContain("differently");
  expect(contradiction("live.info", reported({ fields: { title: "/name" } }), provided)).toContain("title");
  expect(contradiction("user.info", reported(), provided)).toContain("removes");
  const rows = { rows: "/data", id: "/id", fields: { plays: "/plays" } };
  const listed = { "user.posts": reported(rows) };
  expect(contradiction("user.posts", reported({ ...rows, fields: { title: "/title" } }), listed)).toBeNull();
  expect(contradiction("user.posts", reported({ ...rows, id: "/key" }), listed)).toContain("rows");
  expect(contradiction("user.posts", reported({ fields: { title: "/data/0/title" } }), listed)).toContain("rows");
});
