import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventTypeNames } from "../../src/kinds/events.ts";
import { exampleEvent } from "../../src/kinds/events.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
let discord: string;
let webhook: string;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(async () => {
  await api.clear();
  const create = async (kind: string, path: string) =>
    (
      await api.call("POST", "/v1/channels", {
        kind,
        name: kind,
        settings: { url: `http://127.0.0.1:9${path}` },
      })
    ).body.id;
  discord = await create("discord", "/api/webhooks/1001/very-secret-token");
  webhook = await create("webhook", "/very-secret-path");
});
afterAll(() => api.stop());

const NOON = Date.parse("2026-03-01T12:00:00.000Z");
const HOUR = 3_600_000;

interface Stored {
  id: string;
  at: number;
  type?: string;
  targetId?: string;
  data?: object;
  follows?: { eventId: string; detectedAt: number };
}

let seq = 0;
const store = (events: Stored[]) =>
  api.db.batch(
    events.map(({ id, at, type = "live.started", targetId = "tgt_1", data = {}, follows }) =>
      api.db
        .prepare(
          `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, follows, commit_id)
           VALUES (?1, ?2, ?3, ?4, 'wl_default', '{"name":"Maria","kind":"live","params":{"userId":"1"}}', ?5, ?5, NULL, ?5, ?6, ?7, 'c')`,
        )
        .bind(
          at * 512 + ((seq += 1) % 512),
          id,
          type,
          targetId,
          at,
          JSON.stringify({ ...exampleEvent(type, id, at).data, roomId: "7", ...data }),
          follows === undefined ? null : JSON.stringify(follows),
        ),
    ),
  );

const preview = (body: object) => api.call("POST", "/v1/subscriptions/preview", body);

test("a preview shows the payload and the words, and nothing that is secret", async () => {
  await store([{ id: "evt_1", at: NOON }]);
  const subscription = {
    channelId: discord,
    mention: "@here",
    template: { "live.started": "{{name}} started in {{roomId}}" },
  };
  const { status, body } = await preview({ subscription, eventId: "evt_1" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ sample: false, channelId: discord, matches: true });
  expect(body.event).toEqual((await api.call("GET", "/v1/events/evt_1")).body);
  expect(body.payload).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
  expect(JSON.stringify(body.payload.body)).toContain("Maria started in 7");
  expect(body.text).toMatch(/^@here\nMaria started in 7/);
  expect(JSON.stringify(body)).not.toContain("very-secret");
  expect((await api.call("GET", "/v1/deliveries")).body.items).toEqual([]);
});

test("a webhook's preview is its body, without a signature", async () => {
  await store([{ id: "evt_1", at: NOON }]);
  const { body } = await preview({ subscription: { channelId: webhook }, eventId: "evt_1" });
  expect(Object.keys(body.payload.headers)).toEqual(["content-type"]);
  expect(body.payload.body).toEqual({ type: "live.started", timestamp: body.event.detectedAt, data: body.event });
  expect(JSON.stringify(body)).not.toMatch(/very-secret|whsec|signature/);
});

test("without an event the latest that matches is taken, else one is made up", async () => {
  await store([
    { id: "evt_1", at: NOON },
    { id: "evt_2", at: NOON + 1, data: { roomId: "8" } },
    { id: "evt_3", at: NOON + 2, type: "live.ended", data: { durationSeconds: 60 } },
  ]);
  const provided = { name: "a", channelId: discord, enabled: false, events: ["live.started"] };
  const filters = [{ field: "data.roomId", op: "eq", value: "7" }];
  const { id } = (await api.call("POST", "/v1/subscriptions", { ...provided, filters })).body;
  const stored = await preview({ subscriptionId: id });
  expect(stored.body).toMatchObject({ sample: false, matches: true, event: { id: "evt_1" } });
  expect((await preview({ subscriptionId: id, eventId: "evt_2" })).body.matches).toBe(false);
  const target = { kind: "ranking", name: "Anna", params: { roomId: "1", userId: "2" } };
  const { body } = await api.call("POST", "/v1/targets", target);
  const created = await preview({ subscription: { channelId: discord, targetId: body.id } });
  expect(created.body).toMatchObject({
    sample: true,
    matches: true,
    event: { targetId: body.id, type: "ranking.entered" },
  });
  expect(created.body.text).toContain("Anna");
});

test("every event type can be made up on every kind of channel", async () => {
  for (const type of eventTypeNames) {
    for (const channelId of [discord, webhook]) {
      const { status, body } = await preview({ subscription: { channelId, events: [type] } });
      expect([type, status, body.matches]).toEqual([type, 200, true]);
      expect(body.text).not.toMatch(/undefined|NaN|null|\?/);
    }
  }
});

test("a trial says which field is wrong, and takes one subscription", async () => {
  const invalid: [object, string][] = [
    [{}, "/subscription"],
    [{ subscription: { channelId: discord }, subscriptionId: "sub_1" }, "/subscription"],
    [{ subscription: {} }, "/subscription/channelId"],
    [{ subscription: { channelId: "ch_none" } }, "/subscription/channelId"],
    [{ subscription: { channelId: discord, targetId: "tgt_none" } }, "/subscription/targetId"],
    [
      { subscription: { channelId: discord, template: { "live.started": "{{x}}" } } },
      "/subscription/template/live.started",
    ],
    [{ subscriptionId: "sub_none" }, "/subscriptionId"],
  ];
  const more = { since: "2026-03-01T00:00:00Z", until: "2026-03-02T00:00:00Z" };
  for (const [body, pointer] of invalid) {
    for (const answer of [await preview(body), await backtest({ ...more, ...body })]) {
      expect([body, answer.status]).toEqual([body, 422]);
      expect(answer.body.errors[0].pointer).toBe(pointer);
    }
  }
  const none = await preview({ subscription: { channelId: discord }, eventId: "evt_none" });
  expect(none.body.errors[0].pointer).toBe("/eventId");
  const turned = await backtest({ subscription: { channelId: discord }, since: more.until, until: more.since });
  expect(turned.body.errors[0].pointer).toBe("/until");
});

const backtest = (body: object) => api.call("POST", "/v1/subscriptions/backtest", body);

const over = async (subscription: object) =>
  (await backtest({ subscription, since: "2026-03-01T00:00:00Z", until: "2026-03-08T00:00:00Z" })).body;

test("a backtest counts messages by tick, day and night", async () => {
  await store([
    { id: "evt_0", at: NOON - 24 * HOUR },
    { id: "evt_1", at: NOON },
    { id: "evt_2", at: NOON, targetId: "tgt_2" },
    { id: "evt_3", at: NOON + 11 * HOUR },
    { id: "evt_4", at: NOON + 18 * HOUR },
    { id: "evt_5", at: NOON + 24 * HOUR, type: "ranking.moved", data: { place: 30 } },
  ]);
  expect(await over({ channelId: discord, events: ["live.*"] })).toEqual({
    events: 5,
    matched: 4,
    messages: 3,
    edits: 0,
    suppressed: 0,
    held: 0,
    byDay: [
      { day: "2026-03-01", messages: 2 },
      { day: "2026-03-02", messages: 1 },
    ],
    atNight: 2,
    truncated: false,
  });
  expect((await over({ channelId: discord, events: ["live.*"], group: false })).messages).toBe(4);
  expect((await over({ channelId: webhook, events: ["live.*"] })).messages).toBe(4);
  const filters = [{ field: "data.place", op: "lte", value: 20 }];
  expect(await over({ channelId: discord, filters })).toMatchObject({ events: 5, matched: 0, messages: 0, byDay: [] });
});

test("a backtest keeps cooldown by target and type", async () => {
  await store([
    { id: "evt_1", at: NOON },
    { id: "evt_2", at: NOON + HOUR / 2 },
    { id: "evt_3", at: NOON + HOUR / 2, targetId: "tgt_2" },
    { id: "evt_4", at: NOON + HOUR / 2, type: "ranking.left", data: {} },
    { id: "evt_5", at: NOON + HOUR },
  ]);
  const result = await over({ channelId: webhook, cooldownSeconds: 3600 });
  expect(result).toMatchObject({ matched: 5, messages: 4, suppressed: 1 });
});

test("a backtest holds or drops in quiet hours, an end like its start; after the summary an end is edited into it", async () => {
  const start = { eventId: "evt_1", detectedAt: NOON };
  await store([
    { id: "evt_1", at: NOON },
    { id: "evt_2", at: NOON + HOUR, targetId: "tgt_2" },
    { id: "evt_3", at: NOON + 5 * HOUR, type: "live.ended", data: { durationSeconds: 60 }, follows: start },
  ]);
  const quietHours = { from: "12:30", to: "15:00", timezone: "Europe/Berlin", action: "hold" };
  expect(await over({ channelId: discord, quietHours })).toMatchObject({
    matched: 3,
    held: 2,
    messages: 1,
    edits: 1,
    suppressed: 0,
    byDay: [{ day: "2026-03-01", messages: 1 }],
  });
  expect(await over({ channelId: discord, quietHours: { ...quietHours, to: "19:00" } })).toMatchObject({
    matched: 3,
    held: 3,
    messages: 1,
    edits: 0,
  });
  expect(await over({ channelId: discord, quietHours: { ...quietHours, action: "drop" } })).toMatchObject({
    messages: 0,
    suppressed: 3,
  });
  expect(await over({ channelId: discord })).toMatchObject({ messages: 2, edits: 1 });
  expect(await over({ channelId: discord, onEnd: "post" })).toMatchObject({ messages: 3, edits: 0 });
  expect(await over({ channelId: discord, onEnd: "ignore" })).toMatchObject({ matched: 2, messages: 2 });
});

test("a backtest counts the updates of a race as edits, and ignores them where the channel cannot edit", async () => {
  const follows = { eventId: "evt_1", detectedAt: NOON };
  const race = { type: "ranking.closing", data: { place: 4 } };
  await store([
    { id: "evt_1", at: NOON, ...race },
    { id: "evt_2", at: NOON + 300_000, ...race, follows },
    { id: "evt_3", at: NOON + 600_000, ...race, data: { place: 3, final: true }, follows },
  ]);
  const events = ["ranking.closing"];
  expect(await over({ channelId: discord, events })).toMatchObject({ matched: 3, messages: 1, edits: 2 });
  expect(await over({ channelId: discord, events, onEnd: "post" })).toMatchObject({ messages: 1, edits: 2 });
  expect(await over({ channelId: webhook, events })).toMatchObject({ matched: 1, messages: 1, edits: 0 });
  expect(await over({ channelId: discord, events: ["ranking.*"] })).toMatchObject({ matched: 0 });
});
