import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NO_FAILURE } from "../../src/core/channel-failure.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const URLS = ["one", "two"].map((name) => `https://hooks.example.com/${name}`);

const create = async (name: string, url: string): Promise<string> =>
  (await api.call("POST", "/v1/channels", { kind: "webhook", name, settings: { url } })).body.id;

const PROBLEM = {
  paused_until: 99,
  paced_until: 98,
  failing_since: 97,
  failure: JSON.stringify({ ...NO_FAILURE, refusals: 2 }),
};

/** A channel that fails and waits, with a message that waits at it. */
async function failing(): Promise<string> {
  const id = await create("One", URLS[0]!);
  await api.db
    .prepare("UPDATE channels SET paused_until = 99, paced_until = 98, failing_since = 97, failure = ?1")
    .bind(PROBLEM.failure)
    .run();
  await delivery("dlv_waits", id, "pending", { next_attempt_at: 90 });
  return id;
}

const delivery = (id: string, channel: string, status: string, more: Record<string, string | number> = {}) => {
  const row = { id, channel_id: channel, status, items: "[]", made_at: 5, open_until: 0, ...more };
  const names = Object.keys(row);
  return api.db
    .prepare(`INSERT INTO deliveries (${names.join()}) VALUES (${names.map((_, n) => `?${n + 1}`).join()})`)
    .bind(...Object.values(row))
    .run();
};

const problemOf = (id: string) =>
  api.db
    .prepare("SELECT paused_until, paced_until, failing_since, failure FROM channels WHERE id = ?1")
    .bind(id)
    .first<Record<string, unknown>>();
const dueAt = () => api.db.prepare("SELECT next_attempt_at FROM deliveries").first("next_attempt_at");
const isClear = async (id: string) => {
  const { failure, ...instants } = (await problemOf(id))!;
  expect(instants).toEqual({ paused_until: 0, paced_until: 0, failing_since: null });
  expect(JSON.parse(String(failure))?.refusals ?? 0).toBe(0);
  expect(await dueAt()).toBe(5);
};

const sealedOf = async (id: string): Promise<string> =>
  (await api.call("GET", "/v1/export?secrets=encrypted")).body.channels.find((one: { id: string }) => one.id === id)
    .sealed;

const changes = async () => (await api.call("GET", "/v1/events?type=channel.changed")).body.items;

test("a new address clears what held the channel back, and what waits is due at once; another name does not", async () => {
  const id = await failing();
  await api.call("PATCH", `/v1/channels/${id}`, { language: "de" });
  expect(await problemOf(id)).toEqual(PROBLEM);
  await api.call("PATCH", `/v1/channels/${id}`, { settings: { url: URLS[1] } });
  await isClear(id);
});

test("who enables a channel that is on and fails has it tried at once", async () => {
  const id = await failing();
  expect((await api.call("PATCH", `/v1/channels/${id}`, { enabled: true })).status).toBe(200);
  await isClear(id);
});

test("the document's plain and sealed addresses do so too, and what it leaves as it is does not", async () => {
  const id = await failing();
  const sealed = await sealedOf(id);
  const one = { kind: "webhook", name: "One", id };
  const put = (more: object) => api.call("PUT", "/v1/config", { version: 1, channels: [{ ...one, ...more }] });
  expect((await put({})).status).toBe(200);
  expect((await put({ sealed })).status).toBe(200);
  expect((await put({ language: "de" })).status).toBe(200);
  expect(await problemOf(id)).toEqual(PROBLEM);
  expect((await put({ settings: { url: URLS[1] } })).status).toBe(200);
  await isClear(id);
  const again = api.db.prepare(
    "UPDATE channels SET paused_until = 99, paced_until = 98, failing_since = 97, failure = ?1",
  );
  await again.bind(PROBLEM.failure).run();
  expect((await put({ sealed })).status).toBe(200);
  await isClear(id);
  // Switched off and on again is a repair as well.
  await again.bind(PROBLEM.failure).run();
  expect((await put({ enabled: false })).status).toBe(200);
  expect(await problemOf(id)).toMatchObject({ failing_since: null, failure: null });
  await again.bind(PROBLEM.failure).run();
  expect((await put({ enabled: true })).status).toBe(200);
  await isClear(id);
});

test("that a sealed address leads elsewhere is told, once, with who did it", async () => {
  const id = await create("One", URLS[0]!);
  const sealed = await sealedOf(id);
  await api.call("PATCH", `/v1/channels/${id}`, { settings: { url: URLS[1] } });
  const [patched] = await changes();
  const document = { version: 1, channels: [{ kind: "webhook", name: "One", id, sealed }] };
  for (const _ of [1, 2]) expect((await api.call("PUT", "/v1/config", document)).status).toBe(200);
  const [moved, ...before] = await changes();
  expect(before.map((one: { id: string }) => one.id)).toEqual([patched.id]);
  expect(moved.data).toEqual({ channelId: id, name: "One", by: "ADMIN_TOKEN" });
});

test("of a channel that is deleted what waits and what is held back is suppressed, and nothing else", async () => {
  const [id, other] = [await create("One", URLS[0]!), await create("Two", URLS[1]!)];
  await delivery("dlv_1", id, "pending", { next_attempt_at: 90 });
  await delivery("dlv_2", id, "held", { next_attempt_at: 90, reason: "quiet hours" });
  await delivery("dlv_3", id, "held", { next_attempt_at: 90, summary: "dlv_4" });
  await delivery("dlv_4", id, "sent");
  await delivery("dlv_5", other, "held", { next_attempt_at: 90 });
  expect((await api.call("DELETE", `/v1/channels/${id}`)).status).toBe(204);
  const { results } = await api.db
    .prepare("SELECT id, status, reason, next_attempt_at AS due FROM deliveries ORDER BY id")
    .all();
  const gone = { status: "suppressed", reason: "channel deleted", due: null };
  expect(results).toEqual([
    { id: "dlv_1", ...gone },
    { id: "dlv_2", ...gone },
    { id: "dlv_3", status: "held", reason: null, due: 90 },
    { id: "dlv_4", status: "sent", reason: null, due: null },
    { id: "dlv_5", status: "held", reason: null, due: 90 },
  ]);
});
