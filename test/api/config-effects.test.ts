import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hook, live, runConfigApi, type ConfigApi } from "../support/config-api.ts";

let api: ConfigApi;
beforeAll(async () => {
  api = await runConfigApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

test("a target that stays keeps what is remembered of it, and its seat; others get and give up theirs", async () => {
  const first = [live("1"), live("2"), live("3"), live("4"), live("5", { enabled: false })];
  const ids = (await api.applied({ version: 1, targets: first })).changes.map(({ id }: { id: string }) => id);
  const entries = Object.fromEntries(ids.slice(0, 4).map((id: string) => [id, [9e12, 8e11, 0, 0, 60, 1, 1]]));
  await api.db.prepare("UPDATE sheets SET entries = ?1, edits = '{}'").bind(JSON.stringify(entries)).run();
  await api.db.prepare(`UPDATE targets SET state = '{"verdict":"on"}', revision = 3, last_ok_at = 7`).run();
  const next = [live("1"), { ...live("20"), id: ids[1] }, live("3", { name: "Maria" }), live("5"), live("6")];
  await api.applied({ version: 1, targets: next });
  const rows = (await api.db.prepare("SELECT * FROM targets").all()).results;
  const row = (id: string) => rows.find((one) => one["id"] === id);
  expect(row(ids[0])).toMatchObject({ state: '{"verdict":"on"}', revision: 3 });
  expect(row(ids[1])).toMatchObject({ state: null, last_ok_at: null, revision: 4, params: '{"userId":"20"}' });
  expect(row(ids[2])).toMatchObject({ state: '{"verdict":"on"}', revision: 4, name: "Maria" });
  expect(row(ids[3])).toBeUndefined();
  const sheet = await api.db.prepare("SELECT size, edits FROM sheets").first<{ size: number; edits: string }>();
  expect(sheet!.size).toBe(5);
  const pollSlot = {
    due: 0,
    last: 0,
    intervalSeconds: 60,
    weight: 1,
    calls: 1,
    cpuWeight: 1,
    habitual: true,
    operation: "",
  };
  const created = rows.find(({ name }) => name === "User 6")!["id"] as string;
  expect(JSON.parse(sheet!.edits)).toEqual({
    [ids[1]]: pollSlot,
    [ids[3]]: { gone: true },
    [ids[4]]: { ...pollSlot, last: 7 },
    [created]: pollSlot,
  });
  const off = { ...live("1"), enabled: false };
  await api.applied({ version: 1, targets: [off, ...next.slice(1)] });
  const stored = api.db.prepare("SELECT last_ok_at FROM targets WHERE id = ?1").bind(ids[0]);
  expect(await stored.first("last_ok_at")).toBe(8e11);
});

test("things may change names and places with each other", async () => {
  const lists = (a: string, b: string) => [
    { id: "wl_1", name: a },
    { id: "wl_2", name: b },
  ];
  const targets = (a: string, b: string) => [
    { ...live(a), id: "tgt_1", watchlistId: "wl_1" },
    { ...live(b), id: "tgt_2", watchlistId: "wl_1" },
  ];
  await api.applied({ version: 1, watchlists: lists("a", "b"), targets: targets("1", "2") });
  const { changes } = await api.applied({ version: 1, watchlists: lists("b", "a"), targets: targets("2", "1") });
  expect(changes.map(({ action }: { action: string }) => action)).toEqual(Array(4).fill("change"));
  expect((await api.put({ version: 1, watchlists: [] })).body.errors[0].pointer).toBe("/watchlists");
  expect((await api.applied({ version: 1, watchlists: [], targets: [] })).changes).toHaveLength(4);
});

test("subscriptions are made in the order of the document: the oldest decides", async () => {
  const subscriptions = ["z", "a", "m"].map((name) => ({ name, events: ["*"], channelId: "hook" }));
  await api.applied({ version: 1, channels: [hook], subscriptions });
  const order = async () =>
    (await api.call("GET", "/v1/subscriptions")).body.items.map(({ name }: { name: string }) => name);
  expect(await order()).toEqual(["z", "a", "m"]);
  await api.applied({ version: 1, subscriptions: [{ ...subscriptions[0], name: "new" }, ...subscriptions] });
  expect(await order()).toEqual(["z", "a", "m", "new"]);
  const document = JSON.parse(await api.exported());
  await api.clear();
  await api.applied(document);
  expect(await order()).toEqual(["z", "a", "m", "new"]);
});

test("silences that are over are neither made nor missed", async () => {
  const { id } = (await api.call("POST", "/v1/silences", { until: "2099-01-01T00:00:00Z" })).body;
  await api.db.prepare("UPDATE silences SET until = 5").run();
  expect(JSON.parse(await api.exported()).silences).toEqual([]);
  expect(
    (await api.applied({ version: 1, silences: [{ until: "2020-01-01T00:00:00Z", type: "live.*" }] })).changes,
  ).toEqual([]);
  expect((await api.applied({ version: 1, silences: [] })).changes).toEqual([]);
  expect((await api.applied({ version: 1, silences: [{ id, until: "2099-01-01T00:00:00Z" }] })).changes).toHaveLength(
    1,
  );
});

test("a silence that is over goes with what it names, though no document speaks of it", async () => {
  const { id } = (await api.call("POST", "/v1/targets", { kind: "live", name: "M", params: { userId: "7" } })).body;
  for (const targetId of [id, null])
    await api.call("POST", "/v1/silences", { targetId, until: "2099-01-01T00:00:00Z" });
  await api.db.prepare("UPDATE silences SET until = 5").run();
  await api.applied({ version: 1, targets: [], silences: [] });
  const { results } = await api.db.prepare("SELECT target_id FROM silences").all();
  expect(results).toEqual([{ target_id: null }]);
});

test("secrets are in no export but a sealed one, and in no plan", async () => {
  const bot = { kind: "slack-bot", name: "bot", settings: { token: "xoxb-1-secret", channel: "#live" } };
  const created = await api.applied({ version: 1, channels: [hook, bot] });
  const secret = created.made[0].secret;
  const plain = await api.exported("");
  const parsed = JSON.parse(plain);
  expect(parsed.channels[0]).toEqual({ id: expect.any(String), name: "bot", kind: "slack-bot" });
  const log = JSON.stringify((await api.call("GET", "/v1/audit")).body);
  for (const text of [plain, await api.exported(), await api.exported("?format=yaml"), log]) {
    for (const hidden of ["secret-path", "xoxb-1-secret", secret]) expect(text).not.toContain(hidden);
  }
  expect((await api.applied(parsed)).changes).toEqual([]);
  await api.clear();
  const refused = await api.put(parsed);
  expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    "/channels/0/settings",
    "/channels/1/settings",
  ]);
});

test("sealed settings open for their own channel alone", async () => {
  await api.applied({ version: 1, channels: [{ ...hook, id: "ch_1" }] });
  const [channel] = JSON.parse(await api.exported()).channels;
  const moved = await api.put({ version: 1, channels: [channel, { ...channel, id: "ch_2", name: "other" }] });
  expect([moved.status, moved.body.errors]).toEqual([
    422,
    [{ pointer: "/channels/1/sealed", message: "can't be decrypted as the settings of this channel" }],
  ]);
  const other = await runConfigApi({ ENCRYPTION_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 8).toString("base64") }) });
  expect((await other.put({ version: 1, channels: [channel] })).status).toBe(422);
  await other.stop();
});

test("a webhook keeps the secret that was made for it, and the one before it", async () => {
  await api.applied({ version: 1, channels: [hook] });
  const url = { url: "https://hooks.example.com/other" };
  const moved = await api.applied({ version: 1, channels: [{ ...hook, settings: url }] });
  expect(moved.made).toEqual([{ channelId: expect.any(String), secret: expect.stringMatching(/^whsec_/) }]);
  expect((await api.applied({ version: 1, channels: [{ ...hook, settings: url }] })).changes).toEqual([]);
  const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const next = { version: 1, channels: [{ ...hook, settings: { ...url, secret } }] };
  expect((await api.applied(next)).changes).toMatchObject([{ fields: ["settings"] }]);
  expect((await api.applied(next)).changes).toEqual([]);
  const [displayed] = (await api.call("GET", "/v1/channels")).body.items;
  expect(displayed.settings).toMatchObject({ previousSecret: "whsec_…" });
  const without = { version: 1, channels: [{ ...hook, settings: { ...url, previousSecret: null } }] };
  expect((await api.applied(without)).changes).toHaveLength(1);
  expect((await api.applied(without)).changes).toEqual([]);
});

test("enabling a channel takes back why it was disabled; deleting one ends what waits for it", async () => {
  const [{ id }] = (await api.applied({ version: 1, channels: [hook] })).changes;
  await api.db.prepare("UPDATE channels SET enabled = 0, disabled_reason = 'gone', failing_since = 5").run();
  expect((await api.applied({ version: 1, channels: [hook] })).changes).toMatchObject([{ fields: ["enabled"] }]);
  expect((await api.dump())["channels"]).toMatchObject([{ enabled: 1, disabled_reason: null, failing_since: null }]);
  await api.db
    .prepare(
      "INSERT INTO deliveries (seq, id, channel_id, status, items, made_at, open_until) VALUES (1, 'dlv_1', ?1, 'pending', '[]', 1, 1)",
    )
    .bind(id)
    .run();
  await api.applied({ version: 1, channels: [] });
  expect((await api.dump())["deliveries"]).toMatchObject([{ status: "suppressed", reason: "channel deleted" }]);
});

test("a digest that changes its times begins anew; one that changes its name does not", async () => {
  const digest = { name: "Weekly", channelId: "hook", schedule: "0 9 * * 1" };
  await api.applied({ version: 1, channels: [hook], digests: [digest] });
  await api.db.prepare("UPDATE digests SET next_at = 5").run();
  const nextAt = async () => (await api.dump())["digests"]![0]!["next_at"];
  const [{ id }] = JSON.parse(await api.exported()).digests;
  await api.applied({ version: 1, digests: [{ ...digest, id, name: "Mondays" }] });
  expect(await nextAt()).toBe(5);
  api.interfere(() => api.db.prepare("UPDATE digests SET next_at = 6").run());
  await api.applied({ version: 1, digests: [{ ...digest, id }] });
  expect(await nextAt()).toBe(6);
  await api.applied({ version: 1, digests: [{ ...digest, id, schedule: "0 10 * * 1" }] });
  expect(await nextAt()).toBeGreaterThan(Date.now());
});

test("a board needs a channel whose messages can be edited", async () => {
  const board = { name: "Now", channelId: "hook" };
  const { status, body } = await api.put({ version: 1, channels: [hook], boards: [board] });
  expect([status, body.errors]).toEqual([422, [{ pointer: "/boards/0/channelId", message: expect.any(String) }]]);
});

test("the same document once more is no write, and leaves no entry in the audit log", async () => {
  const document = { version: 1, watchlists: [{ name: "a" }] };
  const entries = async () => (await api.db.prepare("SELECT count(*) AS n FROM audit").first<{ n: number }>())!.n;
  await api.applied(document);
  const before = await entries();
  expect(await api.applied(document)).toMatchObject({ changes: [] });
  expect(await entries()).toBe(before);
});

test("that a channel goes elsewhere now is told to operators", async () => {
  const at = (path: string) => ({ ...hook, settings: { url: `https://hooks.example.com/${path}` } });
  const notified = async () =>
    (await api.db.prepare("SELECT count(*) AS n FROM events WHERE type = 'channel.changed'").first<{ n: number }>())!.n;
  await api.applied({ version: 1, channels: [at("a")] });
  await api.applied({ version: 1, channels: [at("a")] });
  expect(await notified()).toBe(0);
  await api.applied({ version: 1, channels: [at("b")] });
  expect(await notified()).toBe(1);
});

test("a goal names a live target alone, by its id or by its name", async () => {
  const tag = { kind: "hashtag", name: "Cats", params: { keyword: "cats", region: "DE" } };
  const document = (name: string) => ({
    version: 1,
    targets: [live("1", { name: "Maria" }), tag],
    goals: [{ targetId: name, hours: 40 }],
  });
  const { status, body } = await api.put(document("Cats"));
  expect([status, body.errors]).toEqual([
    422,
    [expect.objectContaining({ pointer: "/goals/0/targetId", message: expect.stringContaining("live target") })],
  ]);
  expect((await api.applied(document("Maria"))).changes).toHaveLength(3);
});
