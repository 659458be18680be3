import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

test("a watchlist is made, read, changed and deleted", async () => {
  const created = await api.call("POST", "/v1/watchlists", { name: "Music" });
  expect(created.status).toBe(201);
  const path = created.headers.get("location")!;
  expect(created.body).toEqual({
    id: expect.stringMatching(/^wl_/),
    name: "Music",
    description: "",
    timezone: null,
    createdAt: expect.any(String),
  });
  expect((await api.call("GET", path)).body).toEqual(created.body);
  expect((await api.call("PATCH", path, { description: "Bands" })).body).toMatchObject({
    name: "Music",
    description: "Bands",
  });
  expect((await api.call("PATCH", path, { description: null })).body).toMatchObject({ description: "" });
  expect((await api.call("GET", "/v1/watchlists")).body.items.map(({ name }: { name: string }) => name)).toEqual([
    "default",
    "Music",
  ]);
  expect((await api.call("DELETE", path)).status).toBe(204);
  expect((await api.call("GET", path)).status).toBe(404);
});

test("names are unique", async () => {
  await api.call("POST", "/v1/watchlists", { name: "Music" });
  expect((await api.call("POST", "/v1/watchlists", { name: " Music " })).status).toBe(409);
  const { body: other } = await api.call("POST", "/v1/watchlists", { name: "Dance" });
  expect((await api.call("PATCH", `/v1/watchlists/${other.id}`, { name: "Music" })).status).toBe(409);
});

test("the default one stays, and keeps its name", async () => {
  expect((await api.call("DELETE", "/v1/watchlists/wl_default?cascade=true")).status).toBe(409);
  expect((await api.call("PATCH", "/v1/watchlists/wl_default", { name: "x" })).status).toBe(409);
  expect((await api.call("PATCH", "/v1/watchlists/wl_default", { description: "x" })).status).toBe(200);
});

test("one in use is 409 that lists its users; cascade takes them along", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Music" });
  const live = { kind: "live", watchlistId: list.id };
  const { body: target } = await api.call("POST", "/v1/targets", { ...live, name: "Maria", params: { userId: "1" } });
  await api.call("POST", "/v1/targets", { ...live, name: "Ana", params: { userId: "2" } });
  await api.call("POST", "/v1/targets", { kind: "live", name: "Stays", params: { userId: "3" } });
  const settings = { url: "http://127.0.0.1:9/hook" };
  const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
  const to = { events: ["*"], channelId: channel.id };
  await api.call("POST", "/v1/subscriptions", { ...to, name: "list", watchlistId: list.id });
  await api.call("POST", "/v1/subscriptions", { ...to, name: "target", targetId: target.id });
  await api.call("POST", "/v1/subscriptions", { ...to, name: "all" });
  const refused = await api.call("DELETE", `/v1/watchlists/${list.id}`);
  expect(refused.status).toBe(409);
  expect(
    refused.body.usedBy.map(({ type, name }: { type: string; name: string }) => `${type} ${name}`).toSorted(),
  ).toEqual(["subscription list", "target Ana", "target Maria"]);
  expect((await api.call("DELETE", `/v1/watchlists/${list.id}?cascade=true`)).status).toBe(204);
  const names = async (what: string) =>
    (await api.call("GET", `/v1/${what}`)).body.items.map(({ name }: { name: string }) => name);
  expect(await names("targets")).toEqual(["Stays"]);
  expect(await names("subscriptions")).toEqual(["all"]);
  const sheet = await api.db.prepare("SELECT size, edits FROM sheets").first<{ size: number; edits: string }>();
  expect(sheet!.size).toBe(1);
  const edits = Object.values(JSON.parse(sheet!.edits) as Record<string, { gone?: true }>);
  expect(edits.filter(({ gone }) => gone === true)).toHaveLength(2);
});
