import { expect, test } from "vitest";
import type { KnownOperation } from "../../kinds/kind.ts";
import { contradiction, declaredOnce, mergedOperations, operationsOf } from "./operations.ts";
import { operationsConfig, readOperation } from "./operation-form.ts";

const MANY = {
  path: "/check",
  query: { ids: "{userIds}" },
  most: 50,
  rows: "/data",
  rowUser: "/user_id",
  verdict: "/alive",
};

/** The fields that are refused, with the reasons. */
const refused = (definition: object) => {
  const read = readOperation(definition);
  return read.ok ? [] : read.error.map(({ pointer, message }) => `${pointer} ${message}`);
};

test("an operation may ask for many creators in one call", () => {
  expect(refused(MANY)).toEqual([]);
  const operations = operationsOf(operationsConfig().parse({ "live.check": MANY }));
  expect(operations.get("live.check")).toMatchObject({ many: { most: 50, separator: ",", lists: ["userIds"] } });
  const more = { ...MANY, method: "POST", query: {}, body: { ids: "{userIds}", names: "{handles}" }, separator: ";" };
  const posted = operationsOf(operationsConfig().parse({ "live.check": more }));
  expect(posted.get("live.check")!.many).toEqual({ most: 50, separator: ";", lists: ["userIds", "handles"] });
  for (const finder of [{ rowKey: "room_id" }, { rowHandle: "/handle" }])
    expect(refused({ ...MANY, rowUser: undefined, ...finder })).toEqual([]);
});

test.each<[string, object, string[]]>([
  ["no number", { most: undefined }, ["/most is needed with {userIds}"]],
  ["no rows", { rows: undefined }, ["/rows is needed with most"]],
  ["nothing that finds a row", { rowUser: undefined }, ["/rowUser or rowHandle or rowKey is needed with most"]],
  ["no verdict", { verdict: undefined }, ["/verdict is needed with most"]],
  ["one and many", { path: "/check/{userId}" }, ["/path must not have {userId} beside {userIds}"]],
  ["one and many in the query", { query: { a: "{userIds}", b: "{handle}" } }, ["/query must not have {handle}"]],
  ["no list", { query: {} }, ["/most needs {userIds}, {roomIds} or {handles}"]],
  ["none at all", { most: 0 }, ["/most must be 1 to 200"]],
  ["too many", { most: 201 }, ["/most must be 1 to 200"]],
  ["half a creator", { most: 1.5 }, ["/most "]],
  ["items of a list", { id: "/id" }, ["/id is for lists of items"]],
  ["no separator", { separator: "" }, ["/separator "]],
  ["a separator for nothing", { most: undefined, query: { id: "{userId}" }, separator: ";" }, ["/separator is only"]],
  ["a handle's row for one", { most: undefined, query: {}, rowHandle: "/h" }, ["/rowHandle is only"]],
])("%s is refused by the name of the field", (_, more, reasons) => {
  const found = refused({ ...MANY, ...more });
  expect(found.map((text, at) => text.slice(0, reasons[at]?.length ?? 0))).toEqual(reasons);
  expect(operationsConfig().safeParse({ "live.check": { ...MANY, ...more } }).success).toBe(false);
});

test("what a list is asked by is up to its targets, whatever it is called", () => {
  const list = { path: "/posts", query: { of: "{handles}" }, rows: "/data", id: "/id", fields: { title: "/title" } };
  expect(refused(list)).toEqual([]);
  expect(operationsOf(operationsConfig().parse({ "user.posts": list })).get("user.posts")!.many).toBeUndefined();
});

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
