import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resources } from "../../src/resources/registry.ts";
import { hook, live, runConfigApi, type ConfigApi } from "../support/config-api.ts";

let api: ConfigApi;
beforeAll(async () => {
  api = await runConfigApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const numbered = (count: number) => `json_each('[${Array.from({ length: count }, (_, n) => n).join()}]') j`;
const fill = (sql: string) => api.db.prepare(sql).run();

/** Fills a table up to one below its quota. */
const fillers: Record<string, (count: number) => Promise<unknown>> = {
  watchlists: (count) =>
    fill(`INSERT INTO watchlists (id, name, description, created_at, updated_at)
      SELECT 'wl_' || j.value, 'n' || j.value, '', 0, 0 FROM ${numbered(count - 1)}`),
  channels: (count) =>
    fill(`INSERT INTO channels (id, kind, name, enabled, masked, sealed, created_at, updated_at)
      SELECT 'ch_' || j.value, 'slack', 'n', 1, '{}', '', 0, 0 FROM ${numbered(count)}`),
  subscriptions: (count) =>
    fill(`INSERT INTO subscriptions (id, name, channel_id, events, enabled, created_at, updated_at)
      SELECT 'sub_' || j.value, 'n' || j.value, 'ch_0', '["*"]', 1, 0, 0 FROM ${numbered(count)}`),
  digests: (count) =>
    fill(`INSERT INTO digests (id, name, channel_id, schedule, timezone, sections, enabled, created_at, updated_at)
      SELECT 'dig_' || j.value, 'n' || j.value, 'ch_0', '0 9 * * *', 'UTC', '["lives"]', 1, 0, 0 FROM ${numbered(count)}`),
  silences: (count) =>
    fill(`INSERT INTO silences (id, until, reason, created_at)
      SELECT 'sil_' || j.value, 4102444800000, '', 0 FROM ${numbered(count)}`),
  tokens: (count) =>
    fill(`INSERT INTO tokens (id, name, scopes, hash, created_at)
      SELECT 'tok_' || j.value, 'n', '["read"]', 'h' || j.value, 0 FROM ${numbered(count)}`),
  targets: (count) => fill(`INSERT INTO sheets (id, size, entries, edits) VALUES (100, ${count}, '{}', '{}')`),
};

const bodies: Record<string, object> = {
  watchlists: { name: "One more" },
  channels: hook,
  subscriptions: { name: "One more", events: ["*"], channelId: "ch_x" },
  digests: { name: "One more", channelId: "ch_x", schedule: "0 9 * * 1" },
  silences: { until: "2099-01-01T00:00:00Z" },
  tokens: { name: "One more", scopes: ["read"] },
  targets: live("1"),
};

const aChannel = () =>
  fill(`INSERT INTO channels (id, kind, name, enabled, masked, sealed, created_at, updated_at)
    VALUES ('ch_x', 'slack', 'x', 1, '{}', '', 0, 0)`);

const QUOTAS = Object.fromEntries(resources.map(({ name, quota: max }) => [name, max.count]));

const filled = Object.keys(fillers).map((what) => [what, QUOTAS[what]!] as const);

test.each(filled)("of %s there may be %i: then one more is a 422 that says so", async (what, max) => {
  await fillers[what]!(max - 1);
  if (what !== "channels") await aChannel();
  const named = { name: "And another" };
  const path = `/v1/${what}`;
  expect((await api.call("POST", path, bodies[what])).status).toBe(201);
  const other = what === "silences" ? bodies[what]! : what === "targets" ? live("2") : { ...bodies[what], ...named };
  const refused = await api.call("POST", path, other);
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    `There are ${max.toLocaleString("en")} ${what}, which is the most.`,
  ]);
});

test("ten at once pass it by none", async () => {
  await fillers["digests"]!(QUOTAS["digests"]! - 3);
  await aChannel();
  const created = await Promise.all(
    Array.from({ length: 10 }, () => api.call("POST", "/v1/digests", bodies["digests"])),
  );
  expect(created.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(await api.db.prepare("SELECT count(*) AS n FROM digests").first("n")).toBe(QUOTAS["digests"]!);
});

test("silences that are over make room", async () => {
  await fillers["silences"]!(QUOTAS["silences"]!);
  expect((await api.call("POST", "/v1/silences", bodies["silences"])).status).toBe(422);
  await fill("UPDATE silences SET until = 1 WHERE id = 'sil_7'");
  expect((await api.call("POST", "/v1/silences", bodies["silences"])).status).toBe(201);
});

test("an import fills the room that there is, and says of the others why not", async () => {
  await fillers["targets"]!(QUOTAS["targets"]! - 2);
  const { body } = await api.call("POST", "/v1/targets/import", [live("1"), live("2"), live("2"), live("3")]);
  expect(body.items.map((one: { id?: string }) => one.id !== undefined)).toEqual([true, true, true, false]);
  expect(body.items[3].errors).toEqual([{ pointer: "", message: "There are 100,000 targets, which is the most." }]);
  const again = await api.call("POST", "/v1/targets/import", [live("1"), live("3")]);
  expect(again.body.items.map((one: { id?: string }) => one.id !== undefined)).toEqual([true, false]);
});

test("a document that makes too many is refused before its entries are judged; what is there may stay", async () => {
  await aChannel();
  const digest = { name: "d", channelId: "ch_x", schedule: "0 0 31 2 *" };
  const many = await api.put({ version: 1, digests: Array.from({ length: 5000 }, () => digest) });
  expect([many.status, many.body.errors]).toEqual([
    422,
    [{ pointer: "/digests", message: "makes 5,000 digests: there may be 100" }],
  ]);
  for (const [section, max] of Object.entries(QUOTAS)) {
    if (section === "tokens" || section === "targets") continue;
    const { status, body } = await api.put({ version: 1, [section]: Array.from({ length: max + 1 }, () => ({})) });
    expect([section, status, body.errors.length, body.errors[0].pointer]).toEqual([section, 422, 1, `/${section}`]);
  }
});

test("digests come together at most 14,400 times a day, however many they are", async () => {
  await aChannel();
  const post = (schedule: string, more: object = {}) =>
    api.call("POST", "/v1/digests", { name: schedule, channelId: "ch_x", schedule, ...more });
  for (let n = 0; n < 9; n++) expect((await post("* * * * *")).status).toBe(201);
  expect((await post("0-57 * * * *")).status).toBe(201);
  const refused = await post("* * * * *");
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/schedule"]);
  const disabled = await post("* * * * *", { enabled: false });
  expect(disabled.status).toBe(201);
  expect((await api.call("PATCH", `/v1/digests/${disabled.body.id}`, { enabled: true })).status).toBe(422);
  expect((await post("0 * * * *")).status).toBe(201);
  const hourly = (count: number) => ({
    version: 1,
    digests: Array.from({ length: count }, (_, n) => ({
      name: `d${n}`,
      channelId: "ch_x",
      schedule: `${n % 60} * * * *`,
    })),
  });
  await api.applied(hourly(100));
  const often = {
    version: 1,
    digests: Array.from({ length: 11 }, (_, n) => ({ name: `d${n}`, channelId: "ch_x", schedule: "* * * * *" })),
  };
  const put = await api.put(often);
  expect([put.status, put.body.errors?.[0].pointer]).toEqual([422, "/digests"]);
});
