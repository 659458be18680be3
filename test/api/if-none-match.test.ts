import { afterAll, beforeAll, expect, test } from "vitest";
import { isRevalidated } from "../../tools/openapi/documented.ts";
import { documentedRoutes } from "../../tools/openapi/documented-routes.ts";
import { metered } from "../../src/db/meter.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

const TARGET = { kind: "live", name: "Maria", params: { userId: "7012" } };
const HOOK = { kind: "webhook", settings: { url: "http://127.0.0.1:9/one" } };

let api: RunningApi;
/** Ids by the collection before them in a path. */
const ids: Record<string, string> = { operations: "live.check" };
let statements = 0;
let counted = 0;

beforeAll(async () => {
  api = await runSqliteApi();
  const created = async (path: string, body: object) => (await api.call("POST", path, body)).body.id as string;
  ids["targets"] = await created("/v1/targets", TARGET);
  const [moved, notified] = [
    await created("/v1/channels", { ...HOOK, name: "a" }),
    await created("/v1/channels", { ...HOOK, name: "b" }),
  ];
  await created("/v1/subscriptions", { name: "All", events: ["channel.*"], channelId: notified });
  await api.call("PATCH", `/v1/channels/${moved}`, { settings: { url: "http://127.0.0.1:9/two" } });
  for (const list of ["events", "deliveries"]) ids[list] = (await api.call("GET", `/v1/${list}`)).body.items[0].id;
  api.env.DB = metered(api.db, { statements: 0 }, Infinity, (name, by) => {
    if (name !== "d1|statements") return;
    statements += by;
    counted += by;
  });
});
afterAll(() => api.stop());

/** A path of the operation with ids that exist; null where the contract suite of its resource makes them. */
function addressOf(path: string): string | null {
  const [, collection] = /(\w+)\/\{\w+\}/.exec(path) ?? [];
  if (collection === undefined) return path;
  const id = ids[collection];
  return id === undefined ? null : path.replace(/\{\w+\}/, id);
}

const read = documentedRoutes.filter((route) => route.method === "get" && route.scope !== "public");
const revalidated = read.filter(isRevalidated);

test.each(revalidated)("$operation answers 304 to who has its answer, for the same statements", async ({ path }) => {
  const address = addressOf(path);
  if (address === null) return expect(path).toMatch(/^\/v1\/[\w-]+\/\{id\}$/);
  const costOf = async (headers: Record<string, string>) => {
    statements = 0;
    const answer = await api.fetch(address, { headers });
    return { answer, text: await answer.text(), statements };
  };
  const first = await costOf({});
  const tag = first.answer.headers.get("etag")!;
  expect([first.answer.status, tag]).toEqual([200, expect.stringMatching(/^"(\d+-)?[0-9a-f]{16}"$/)]);
  const again = await costOf({ "if-none-match": tag });
  // The clock is part of some answers.
  if (again.answer.status === 200) expect(again.text).not.toBe(first.text);
  else expect([again.answer.status, again.text, again.answer.headers.get("etag")]).toEqual([304, "", tag]);
  expect(again.answer.headers.get("content-type")).toBe(again.answer.status === 304 ? null : "application/json");
  expect(again.statements).toBeLessThanOrEqual(first.statements);
  expect((await costOf({ "if-none-match": '"0000000000000000"' })).answer.status).toBe(200);
});

test("only answers that the document gives a tag have one", async () => {
  expect([revalidated.length > 20, counted > 20]).toEqual([true, true]);
  for (const route of read.filter((one) => !isRevalidated(one) && !one.path.includes("{")))
    expect([route.path, (await api.fetch(route.path)).headers.get("etag")]).toEqual([route.path, null]);
});

test("what polls find about a target is news, but no obstacle to a change", async () => {
  const path = `/v1/targets/${ids["targets"]}`;
  const tag = (await api.fetch(path)).headers.get("etag")!;
  const requested = () => api.fetch(path, { headers: { "if-none-match": tag } });
  expect((await requested()).status).toBe(304);
  await api.call("POST", `${path}/poll`);
  expect((await requested()).status).toBe(200);
  const changed = await api.call("PATCH", path, { name: "Maria M." }, { "if-match": tag });
  expect(changed.status).toBe(200);
  expect((await api.call("PATCH", path, { name: "Ana" }, { "if-match": tag })).status).toBe(412);
});
