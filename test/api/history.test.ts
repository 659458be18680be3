import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { exampleEvent } from "../../src/kinds/events.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const AT = Date.parse("2026-03-01T12:00:00.000Z");

const event = (index: number, type = "live.started", targetId = "tgt_1", watchlistId = "wl_default") =>
  api.db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (?1, ?2, ?3, ?4, ?5, ?7, ?6, ?6, NULL, ?6, ?8, 'c')`,
    )
    .bind(
      (AT + index * 1000) * 512 + 1,
      `evt_${index}`,
      type,
      targetId,
      watchlistId,
      AT + index * 1000,
      JSON.stringify(exampleEvent(type, "evt_1", AT).target),
      JSON.stringify(exampleEvent(type, "evt_1", AT).data),
    );

const ids = async (path: string) => (await api.call("GET", path)).body.items.map(({ id }: { id: string }) => id);

test("events are listed newest first, by type, target, watchlist and time", async () => {
  await api.db.batch([
    api.db.prepare(
      "INSERT INTO watchlists (id, name, description, created_at, updated_at) VALUES ('wl_2', 'Two', '', 0, 0)",
    ),
    event(0),
    event(1, "live.ended"),
    event(2, "live.started", "tgt_2", "wl_2"),
    event(3, "ranking.moved", "tgt_2", "wl_2"),
  ]);
  expect(await ids("/v1/events")).toEqual(["evt_3", "evt_2", "evt_1", "evt_0"]);
  expect(await ids("/v1/events?type=live.*")).toEqual(["evt_2", "evt_1", "evt_0"]);
  expect(await ids("/v1/events?type=live.started")).toEqual(["evt_2", "evt_0"]);
  expect(await ids("/v1/events?type=*&watchlistId=wl_2")).toEqual(["evt_3", "evt_2"]);
  expect(await ids("/v1/events?targetId=tgt_1")).toEqual(["evt_1", "evt_0"]);
  expect(await ids("/v1/events?since=2026-03-01T12:00:01Z&until=2026-03-01T13:00:02%2B01:00")).toEqual([
    "evt_2",
    "evt_1",
  ]);
  expect(await ids("/v1/events?since=2026-03-01T13:00:02+01:00")).toEqual(["evt_3", "evt_2"]);
  expect(await ids("/v1/events?since=2026-03-02")).toEqual([]);
});

test("an event reads as webhooks send it", async () => {
  await event(0).run();
  expect((await api.call("GET", "/v1/events/evt_0")).body).toEqual({
    id: "evt_0",
    type: "live.started",
    targetId: "tgt_1",
    target: exampleEvent("live.started", "evt_0", AT).target,
    occurredAt: "2026-03-01T12:00:00.000Z",
    detectedAt: "2026-03-01T12:00:00.000Z",
    window: { from: null, to: "2026-03-01T12:00:00.000Z" },
    data: exampleEvent("live.started", "evt_0", AT).data,
  });
});

test("pages of events go on where they ended, though newer ones come in", async () => {
  await api.db.batch(Array.from({ length: 5 }, (_, index) => event(index)));
  const first = await api.call("GET", "/v1/events?limit=2");
  await event(9).run();
  const second = await api.call("GET", `/v1/events?limit=2&cursor=${first.body.nextCursor}`);
  const third = await api.call("GET", `/v1/events?limit=2&cursor=${second.body.nextCursor}`);
  const seen = [first, second, third].flatMap(({ body }) => body.items.map(({ id }: { id: string }) => id));
  expect(seen).toEqual(["evt_4", "evt_3", "evt_2", "evt_1", "evt_0"]);
  expect(third.body.nextCursor).toBeNull();
});

test("a target's events are its own", async () => {
  const { body } = await api.call("POST", "/v1/targets", { kind: "live", name: "a", params: { userId: "1" } });
  await api.db.batch([event(0, "live.started", body.id), event(1)]);
  expect(await ids(`/v1/targets/${body.id}/events`)).toEqual(["evt_0"]);
  expect(await ids(`/v1/targets/${body.id}/events?type=live.ended`)).toEqual([]);
});

const delivery = (
  id: string,
  channelId: string,
  status: string,
  items: object[],
  more: Record<string, string | number> = {},
) => {
  const attempts = JSON.stringify([{ at: AT, status: 500, error: "answered 500", durationMs: 12 }]);
  return api.db
    .prepare(
      `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at, attempts, reason)
       VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?8)`,
    )
    .bind(id, channelId, status, JSON.stringify(items), AT, more["next"] ?? null, attempts, more["reason"] ?? null);
};

test("deliveries are listed newest first with every attempt, by status, channel and event", async () => {
  await api.db.batch([
    delivery("dlv_1", "ch_1", "sent", [{ event: "evt_1", update: "evt_2", mentions: [] }]),
    delivery(
      "dlv_2",
      "ch_1",
      "pending",
      [
        { event: "evt_1", mentions: [] },
        { event: "evt_3", mentions: [] },
      ],
      { next: AT + 5000 },
    ),
    delivery("dlv_3", "ch_2", "dead", [{ event: "evt_33", mentions: [] }], { reason: "gave up" }),
  ]);
  expect(await ids("/v1/deliveries")).toEqual(["dlv_3", "dlv_2", "dlv_1"]);
  expect(await ids("/v1/deliveries?status=dead")).toEqual(["dlv_3"]);
  expect(await ids("/v1/deliveries?channelId=ch_1")).toEqual(["dlv_2", "dlv_1"]);
  expect(await ids("/v1/deliveries?eventId=evt_2")).toEqual(["dlv_1"]);
  expect(await ids("/v1/deliveries?eventId=evt_3")).toEqual(["dlv_2"]);
  const exchange = { request: { body: "{}" }, response: { status: 500, headers: {}, body: "no" } };
  await api.db.prepare("UPDATE deliveries SET exchange = ?1 WHERE id = 'dlv_1'").bind(JSON.stringify(exchange)).run();
  expect((await api.call("GET", "/v1/deliveries")).body.items[2]).not.toHaveProperty("response");
  expect((await api.call("GET", "/v1/deliveries/dlv_2")).body).toMatchObject({ request: null, response: null });
  expect((await api.call("GET", "/v1/deliveries/dlv_1")).body).toEqual({
    ...exchange,
    id: "dlv_1",
    channelId: "ch_1",
    eventIds: ["evt_1", "evt_2"],
    told: [],
    status: "sent",
    reason: null,
    attempts: [{ at: "2026-03-01T12:00:00.000Z", status: 500, error: "answered 500", durationMs: 12 }],
    nextAttemptAt: null,
    sentAt: null,
    replayOf: null,
    edits: null,
    digestId: null,
    boardId: null,
    createdAt: "2026-03-01T12:00:00.000Z",
  });
});

test("a channel's deliveries are each on one page, those stored late too; an event's are found whatever their age", async () => {
  // Every tenth was left folded at first: it is stored after others that were created later.
  const createdAfter = (n: number) => (n % 10 === 0 ? n - 5 : n);
  const rows = Array.from({ length: 700 }, (_, n) => ({ n, channel: `ch_${n % 3}`, after: createdAfter(n) }));
  await api.db.batch([
    event(5),
    api.db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until)
         SELECT 'dlv_' || (value ->> 'n'), value ->> 'channel', 'sent',
           json_array(json_object('event', 'evt_' || (value ->> 'after'), 'mentions', json('[]'))),
           ?2 + 1000 * (value ->> 'after'), 0 FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows), AT),
  ]);
  const own = rows
    .filter(({ channel }) => channel === "ch_1")
    .toSorted((a, b) => b.after - a.after || b.n - a.n)
    .map(({ n }) => `dlv_${n}`);
  const paged: string[] = [];
  let cursor = "";
  do {
    const { body } = await api.call("GET", `/v1/deliveries?channelId=ch_1&limit=7${cursor}`);
    paged.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
  } while (cursor !== "");
  expect(paged).toEqual(own);
  expect(await ids("/v1/deliveries?eventId=evt_5")).toEqual(["dlv_10", "dlv_5"]);
});

test("a delivery is found by what it told, not by what an edit brought in later; the edit names it", async () => {
  const later = { event: "evt_1", update: "evt_end", updatedAt: AT + 60_000, mentions: [] };
  const together = { event: "evt_2", update: "evt_end", mentions: [] };
  await api.db.batch([
    event(9, "live.ended", "tgt_1", "wl_default"),
    delivery("dlv_start", "ch_1", "sent", [later, { event: "evt_9", addedAt: AT + 60_000, mentions: [] }]),
    delivery("dlv_end", "ch_1", "sent", [{ event: "evt_end", mentions: [] }]),
    delivery("dlv_both", "ch_2", "sent", [together]),
    api.db.prepare("UPDATE deliveries SET sent_at = ?1").bind(AT),
    api.db.prepare("UPDATE deliveries SET edits = 'dlv_start' WHERE id = 'dlv_end'"),
  ]);
  expect(await ids("/v1/deliveries?eventId=evt_end")).toEqual(["dlv_both", "dlv_end"]);
  expect(await ids("/v1/deliveries?eventId=evt_1")).toEqual(["dlv_start"]);
  expect(await ids("/v1/deliveries?eventId=evt_9")).toEqual([]);
  expect((await api.call("GET", "/v1/deliveries/dlv_end")).body).toMatchObject({
    eventIds: ["evt_end"],
    edits: "dlv_start",
  });
});

test("a replay is a new delivery of the same events, nudged at once; 409 while the channel is disabled", async () => {
  const settings = { url: "http://127.0.0.1:9/hook" };
  const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
  await delivery("dlv_1", channel.id, "dead", [{ event: "evt_1", mentions: [] }]).run();
  const replay = await api.call("POST", "/v1/deliveries/dlv_1/replay");
  expect(replay.status).toBe(201);
  expect(replay.headers.get("location")).toBe(`/v1/deliveries/${replay.body.id}`);
  expect(replay.body).toMatchObject({
    channelId: channel.id,
    eventIds: ["evt_1"],
    status: "pending",
    attempts: [],
    replayOf: "dlv_1",
  });
  expect(api.nudges).toEqual([{ at: Date.parse(replay.body.nextAttemptAt), complete: null }]);
  expect((await api.call("GET", "/v1/status")).body.pending.deliveries).toBe(1);
  await api.call("PATCH", `/v1/channels/${channel.id}`, { enabled: false });
  expect((await api.call("POST", "/v1/deliveries/dlv_1/replay")).status).toBe(409);
});

test("all dead deliveries of a channel are replayed once, oldest first; 409 while it is disabled", async () => {
  const settings = { url: "http://127.0.0.1:9/hook" };
  const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
  const items = [{ event: "evt_1", mentions: [] }];
  await api.db.batch([
    delivery("dlv_1", channel.id, "dead", items),
    delivery("dlv_2", channel.id, "sent", items),
    delivery("dlv_3", channel.id, "dead", items),
    delivery("dlv_4", channel.id, "dead", items),
    delivery("dlv_5", "ch_other", "dead", items),
  ]);
  const { body: by } = await api.call("POST", "/v1/deliveries/dlv_3/replay");
  api.nudges.length = 0;
  const path = `/v1/channels/${channel.id}/replay-dead`;
  await api.call("PATCH", `/v1/channels/${channel.id}`, { enabled: false });
  expect((await api.call("POST", path)).status).toBe(409);
  await api.call("PATCH", `/v1/channels/${channel.id}`, { enabled: true });
  expect((await api.call("POST", path, { what: 1 })).status).toBe(422);
  const { body } = await api.call("POST", path, {});
  const id = expect.stringMatching(/^dlv_\w{26}$/);
  expect(body).toEqual({
    items: [
      { id, replayOf: "dlv_1" },
      { id, replayOf: "dlv_4" },
    ],
    more: false,
  });
  const created = (await api.call("GET", `/v1/deliveries/${body.items[0].id}`)).body;
  expect(created).toMatchObject({ status: "pending", replayOf: "dlv_1", eventIds: ["evt_1"], attempts: [] });
  expect(api.nudges).toEqual([{ at: Date.parse(created.nextAttemptAt), complete: null }]);
  expect((await api.call("POST", path)).body).toEqual({ items: [], more: false });
  await api.db.prepare("UPDATE deliveries SET status = 'dead' WHERE id = ?1").bind(by.id).run();
  expect((await api.call("POST", path)).body.items).toEqual([{ id, replayOf: by.id }]);
  expect((await api.call("POST", "/v1/channels/ch_none/replay-dead")).status).toBe(404);
});

test("more dead deliveries than one call replays are left for the next", async () => {
  const settings = { url: "http://127.0.0.1:9/hook" };
  const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
  await delivery("dlv_0", channel.id, "dead", [{ event: "evt_1", mentions: [] }]).run();
  await api.db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1002)
       INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until)
       SELECT 'dlv_' || i, channel_id, status, items, made_at, 0 FROM n, deliveries`,
    )
    .run();
  const path = `/v1/channels/${channel.id}/replay-dead`;
  const first = (await api.call("POST", path)).body;
  expect([first.items.length, first.items[0].replayOf, first.more]).toEqual([1000, "dlv_0", true]);
  const second = (await api.call("POST", path)).body;
  expect(second.items.map(({ replayOf }: { replayOf: string }) => replayOf)).toEqual([
    "dlv_1000",
    "dlv_1001",
    "dlv_1002",
  ]);
  expect(second.more).toBe(false);
});

test("what is held says why and when its summary goes out, afterwards which delivery told it", async () => {
  const settings = { url: "http://127.0.0.1:9/hook" };
  const { body: channel } = await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings });
  const more = { next: AT + 60_000, reason: "quiet hours" };
  await delivery("dlv_1", channel.id, "held", [{ event: "evt_1", mentions: [] }], more).run();
  expect((await api.call("GET", "/v1/deliveries/dlv_1")).body).toMatchObject({
    status: "held",
    reason: "quiet hours",
    nextAttemptAt: "2026-03-01T12:01:00.000Z",
  });
  await api.db.prepare("UPDATE deliveries SET summary = 'dlv_9'").run();
  expect(await ids("/v1/deliveries?status=held")).toEqual(["dlv_1"]);
  await api.call("DELETE", `/v1/channels/${channel.id}`);
  expect((await api.call("GET", "/v1/deliveries/dlv_1")).body).toMatchObject({
    status: "held",
    reason: "quiet hours; told in dlv_9",
    nextAttemptAt: null,
  });
});

test("what an older version added for a channel that was deleted meanwhile reads as suppressed, not as pending", async () => {
  await delivery("dlv_1", "ch_gone", "pending", [{ event: "evt_1", mentions: [] }], { next: AT }).run();
  expect((await api.call("GET", "/v1/deliveries/dlv_1")).body).toMatchObject({
    status: "suppressed",
    reason: "channel deleted",
    nextAttemptAt: null,
  });
  expect(await ids("/v1/deliveries?status=pending")).toEqual([]);
  expect((await api.call("GET", "/v1/status")).body.pending.deliveries).toBe(0);
});
