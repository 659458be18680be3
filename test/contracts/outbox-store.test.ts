import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { metered } from "../../src/db/meter.ts";
import { UNHEARD } from "../../src/engine/deliver/verdict.ts";
import { testDatabases } from "../support/sqlite-d1.ts";
import {
  failedAt,
  idsOf,
  LEASE_MS,
  losing,
  reported,
  sentAt,
  settledOf,
  tellingOn,
  type Telling,
} from "../support/delivery-world.ts";

const T = Date.UTC(2026, 0, 5, 12);

describe.each(testDatabases())("the outbox on $name", ({ name, fresh, stop }) => {
  let telling: Telling;
  beforeEach(async () => {
    telling = tellingOn(await fresh());
    await telling.channel("ch_1");
    await telling.channel("ch_2");
  });
  afterAll(stop);

  const take = (now = T, max = 100, complete: number | null = null) => telling.outbox.take(now, max, complete);
  /** Another process. */
  const other = (now = T, max = 100) => telling.process().take(now, max, null);

  test.runIf(name === "D1")(
    "a message that arrives at once writes seven rows, the claims of channels aside",
    async () => {
      let written = 0;
      const db = metered(telling.db, { statements: 0 }, Infinity, (key, by) => {
        if (key === "d1|rowsWritten") written += by;
      });
      const ids = Array.from({ length: 20 }, (_, n) => `m${n}`);
      await telling.tell(T, { id: "m0", channelId: "ch_1" });
      await db
        .prepare(
          `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at)
         SELECT j.value, 'ch_1', 'pending', d.items, d.made_at, 0, d.made_at FROM json_each(?1) j, deliveries d`,
        )
        .bind(JSON.stringify(ids.slice(1)))
        .run();
      expect(written).toBe(5 * 19);
      written = 0;
      const outbox = telling.process(db);
      const taken = await outbox.take(T, 100, null);
      expect(idsOf(taken)).toHaveLength(20);
      await outbox.settle(
        settledOf(
          taken,
          ids.map((id) => sentAt(id, T)),
          { leaves: "ch_1" },
        ),
      );
      expect(await telling.row("m7")).toMatchObject({ status: "sent" });
      expect(written).toBe(2 * 20 + 2);
    },
  );

  describe("take", () => {
    test("claims due deliveries with their channels and events", async () => {
      await telling.tell(T, { id: "b", channelId: "ch_1" });
      await telling.tell(T - 1000, { id: "a", channelId: "ch_1" });
      await telling.tell(T + 1, { id: "later", channelId: "ch_1" });
      const taken = await take();
      expect(idsOf(taken).sort()).toEqual(["a", "b"]);
      expect(taken.channels).toEqual([
        {
          id: "ch_1",
          updatedAt: 0,
          kind: "slack",
          name: "ch_1",
          enabled: true,
          language: null,
          pauses: null,
          pacedUntil: 0,
          disabledReason: null,
          failingSince: null,
          failure: null,
          recoveredAt: null,
          threads: null,
          linked: [],
          settings: { url: "https://hooks.slack.com/services/T/B/ch_1" },
        },
      ]);
      expect([...taken.events.keys()].sort()).toEqual(["evt_a", "evt_b"]);
      expect(taken).toMatchObject({ more: false, busy: false });
      expect(taken.deliveries.find(({ id }) => id === "a")).toMatchObject({
        attempts: [],
        edits: null,
        edition: null,
        board: null,
        messageRef: null,
        madeAt: T - 1000,
      });
      expect(await telling.row("a")).toMatchObject({ lease_until: T + LEASE_MS, closed: 1, taker: taken.taker });
      expect(await telling.row("ch_2", "channels")).toMatchObject({ lease_until: 0 });
    });

    test("skips a channel that asked to wait until then", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" }, { id: "b", channelId: "ch_2" });
      await telling.run(`UPDATE channels SET paused_until = ${T + 5000} WHERE id = 'ch_1'`);
      expect(idsOf(await take(T + 4999))).toEqual(["b"]);
      expect(idsOf(await take(T + 5000))).toEqual(["a"]);
    });

    test("claims new messages first, then edits, those that were refused last, however many are due", async () => {
      await telling.tell(T - 9, { id: "sent", channelId: "ch_1" });
      await telling.run("UPDATE deliveries SET status = 'sent', next_attempt_at = NULL");
      const edits = Array.from({ length: 70 }, (_, n) => ({ id: `e${n}`, channelId: "ch_1", edits: "sent" }));
      await telling.tell(T - 8, ...edits);
      await telling.run(`UPDATE deliveries SET attempts = '[{"at":1,"status":429}]' WHERE id < 'e2' AND id <> 'sent'`);
      await telling.tell(T - 7, { id: "board", channelId: "ch_1" });
      await telling.run("UPDATE deliveries SET board = 'b', message_ref = '7' WHERE id = 'board'");
      await telling.tell(T, { id: "new", channelId: "ch_1" });
      expect(idsOf(await take(T, 1))).toEqual(["new"]);
      const next = await telling.process().take(T + LEASE_MS, 100, null);
      // 11 of the edits were refused before.
      expect(idsOf(next)).toHaveLength(60);
      expect(idsOf(next)).toContain("new");
      expect(next.deliveries.filter(({ attempts }) => attempts.length > 0).map(({ id }) => id)).toEqual(["new"]);
      expect(next.more).toBe(true);
    });

    test("skips a channel that another run holds, and reports that more is due there", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      const first = await take();
      expect(await other()).toMatchObject({ deliveries: [], channels: [], busy: false });
      await telling.tell(T, { id: "late", channelId: "ch_1" });
      expect(await other()).toMatchObject({ deliveries: [], channels: [], busy: true });
      await telling.tell(T, ...Array.from({ length: 61 }, (_, n) => ({ id: `late_${n}`, channelId: "ch_1" })));
      expect(await other()).toMatchObject({ deliveries: [], more: false, busy: true });
      await telling.run("DELETE FROM deliveries WHERE id GLOB 'late_*'");
      await telling.outbox.settle(settledOf(first, [sentAt("a", T)], { leaves: "ch_1" }));
      const next = await other();
      expect(idsOf(next)).toEqual(["late"]);
      expect(next).toMatchObject({ busy: false });
    });

    test("skips a delivery within its lease although its channel is free; later its attempt has an unknown outcome", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      await take();
      await telling.run("UPDATE channels SET lease_until = 0");
      expect(idsOf(await other(T + LEASE_MS - 1))).toEqual([]);
      const again = await other(T + LEASE_MS);
      expect(again.deliveries).toMatchObject([
        { id: "a", attempts: [{ at: T + LEASE_MS, status: null, error: UNHEARD, durationMs: 0 }] },
      ]);
    });

    test("deliveries whose outcome was recorded or that were released are claimed again without a trace", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" }, { id: "b", channelId: "ch_1" });
      const first = await take();
      await telling.outbox.settle(settledOf(first, [failedAt("a", T, T + 5000)]));
      await telling.outbox.free(first.taker, ["b"]);
      const again = await other(T + 5000);
      expect(again.deliveries.map(({ id, attempts }) => [id, attempts.length])).toEqual([
        ["a", 1],
        ["b", 0],
      ]);
    });

    test("the last exchange stays with the delivery, even after attempts that sent nothing", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      const exchange = { request: { body: "{}" }, response: { status: 500, headers: {}, body: "no" } };
      const failed = { ...failedAt("a", T, T + 5000), exchange };
      await telling.outbox.settle(settledOf(await take(), [failed], { leaves: "ch_1" }));
      const stored = async () => JSON.parse(String((await telling.row("a"))["exchange"]));
      expect(await stored()).toEqual(exchange);
      await telling.outbox.settle(
        settledOf(await take(T + 5000), [failedAt("a", T + 5000, T + 9000)], { leaves: "ch_1" }),
      );
      expect(await stored()).toEqual(exchange);
    });

    test("an edit is claimed with the message that it waits for, and never before it", async () => {
      await telling.tell(T, { id: "start", channelId: "ch_1" });
      const first = await take();
      await telling.outbox.settle(settledOf(first, [failedAt("start", T, T + 60_000)], { leaves: "ch_1" }));
      await telling.tell(T + 1000, { id: "end", channelId: "ch_1", edits: "start" });
      expect(idsOf(await take(T + 1000))).toEqual([]);
      const both = await take(T + 60_000);
      expect(idsOf(both)).toEqual(["start", "end"]);
      expect(both.deliveries[1]!.edits).toEqual({
        id: "start",
        messageRef: null,
        items: [{ event: "evt_start", mentions: [] }],
      });
      await telling.outbox.settle(
        settledOf(both, [sentAt("start", T), failedAt("end", T, T + 60_001)], { leaves: "ch_1" }),
      );
      const [edit] = (await take(T + 60_001)).deliveries;
      expect(edit).toMatchObject({ id: "end", edits: { id: "start", messageRef: "7" } });
    });

    test("a suppressed edit is not claimed with its message", async () => {
      await telling.tell(T, { id: "start", channelId: "ch_1" });
      await telling.tell(T, { id: "end", channelId: "ch_1", edits: "start", status: "suppressed" });
      expect(idsOf(await take())).toEqual(["start"]);
      expect(await telling.row("end")).toMatchObject({ lease_until: 0, closed: 0 });
    });

    test("a channel that asked to wait is never busy, whichever run had it", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      const first = await other();
      await telling.outbox.free(first.taker, ["a"]);
      await telling.run(`UPDATE channels SET paused_until = ${T + 1} WHERE id = 'ch_1'`);
      expect(await other()).toMatchObject({ deliveries: [], busy: false });
    });

    test("waits for the other batches of its tick, unless they have finished or time is up", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1", openUntil: T + 2000 });
      expect(idsOf(await take(T + 1999))).toEqual([]);
      expect(idsOf(await take(T, 100, T - 1000))).toEqual([]);
      expect(idsOf(await take(T, 100, T))).toEqual(["a"]);
      await telling.tell(T, { id: "b", channelId: "ch_2", openUntil: T + 2000 });
      expect(idsOf(await take(T + 2000))).toEqual(["b"]);
    });

    test("waits for a digest that is still to be written", async () => {
      const edition = { digest_id: "dig", digest: "{}", from_at: 0, to_at: 1, made_at: T };
      await telling.insert("editions", { id: "dig/1", ...edition });
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      await telling.run("UPDATE deliveries SET edition = 'dig/1', items = '[]'");
      expect(idsOf(await take())).toEqual([]);
      await telling.run("UPDATE editions SET content = '{}'");
      expect((await take()).deliveries).toMatchObject([{ id: "a", edition: "dig/1" }]);
    });

    test("a channel with many due deliveries does not block others", async () => {
      await telling.tell(T + 1, { id: "late", channelId: "ch_2" });
      await telling.run(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, closed, attempts, next_attempt_at)
         WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10100)
         SELECT 'd' || i, 'ch_1', 'pending', '[]', ${T}, 0, 0, '[]', ${T} FROM n`,
      );
      const taken = await take(T + 1, 5);
      expect(idsOf(taken)).toContain("late");
      expect(taken.deliveries).toHaveLength(5);
      expect(taken.more).toBe(true);
    });

    test("claims up to the maximum, sixty per channel, and reports that there are more", async () => {
      const many = (channelId: string, count: number) =>
        Array.from({ length: count }, (_, n) => ({ id: `${channelId}-${n}`, channelId }));
      await telling.tell(T, ...many("ch_1", 61), ...many("ch_2", 3));
      const taken = await take();
      expect(Map.groupBy(taken.deliveries, (one) => one.channelId).get("ch_1")).toHaveLength(60);
      expect(taken.deliveries).toHaveLength(63);
      expect(taken.more).toBe(true);
      await telling.outbox.free(taken.taker, idsOf(taken));
      await telling.run("UPDATE deliveries SET next_attempt_at = next_attempt_at - 1 WHERE id = 'ch_1-59'");
      expect(idsOf(await telling.process().take(T, 1, null))).toEqual(["ch_1-59"]);
      await telling.run("DELETE FROM deliveries WHERE id = 'ch_1-59'");
      await telling.run("UPDATE channels SET lease_until = 0");
      const few = await take(T, 4);
      // The first of each channel, then the second of each.
      expect(idsOf(few).sort()).toEqual(["ch_1-0", "ch_1-1", "ch_2-0", "ch_2-1"]);
      expect(few.more).toBe(true);
      await telling.outbox.settle(
        settledOf(
          few,
          idsOf(few).map((id) => sentAt(id, T)),
        ),
      );
      await telling.outbox.free(few.taker, []);
      await telling.run("DELETE FROM deliveries WHERE channel_id = 'ch_1'");
      expect(await take()).toMatchObject({ deliveries: [{ id: "ch_2-2" }], more: false });
    });

    test("skips what this process is sending although the lease expired in tick time, but not for longer than a lease", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      await take();
      expect(idsOf(await take(T + 10 * LEASE_MS))).toEqual([]);
      telling.clock.wall += LEASE_MS - 1;
      expect(idsOf(await take(T + 20 * LEASE_MS))).toEqual([]);
      telling.clock.wall += 1;
      expect(idsOf(await take(T + 30 * LEASE_MS))).toEqual(["a"]);
    });

    test("an instant before earlier claims releases nothing of them, and loses nothing", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      const taken = await take(T);
      expect(await other(T - 3_600_000)).toMatchObject({ deliveries: [], busy: false });
      await telling.outbox.free(taken.taker, ["a"]);
      expect(idsOf(await other(T - 1))).toEqual([]);
      expect(idsOf(await other(T))).toEqual(["a"]);
    });

    test("claims deliveries of a disabled channel to suppress them, and never those of a deleted one", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" }, { id: "b", channelId: "ch_2" });
      await telling.run("UPDATE channels SET enabled = 0 WHERE id = 'ch_1'");
      await telling.run("DELETE FROM channels WHERE id = 'ch_2'");
      const taken = await take();
      expect(idsOf(taken)).toEqual(["a"]);
      expect(taken.channels).toMatchObject([{ id: "ch_1", enabled: false }]);
    });

    test.each(["before", "after"] as const)("a claim that is lost %s it is written is repeated", async (fate) => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      await telling.tell(T, { id: "end", channelId: "ch_1", edits: "a" });
      const db = losing(telling.db, (batch) => (batch <= 2 ? fate : null));
      const taken = await telling.process(db).take(T, 100, null);
      expect(taken.deliveries).toMatchObject([
        { id: "a", attempts: [] },
        { id: "end", attempts: [] },
      ]);
      expect(taken.channels).toHaveLength(1);
    });

    test("two concurrent claims share nothing", async () => {
      await telling.tell(
        T,
        ...Array.from({ length: 40 }, (_, n) => ({ id: `d${n}`, channelId: n % 2 === 0 ? "ch_1" : "ch_2" })),
      );
      const both = await Promise.all([other(T, 10), other(T, 10), other(T, 10)]);
      const ids = both.flatMap(idsOf);
      expect(new Set(ids).size).toBe(ids.length);
      const channels = both.flatMap((taken) => taken.channels.map(({ id }) => id));
      expect(new Set(channels).size).toBe(channels.length);
    });
  });

  describe("between claim and outcome", () => {
    test("a late batch does not extend a message in flight, and its events get a message of their own", async () => {
      const group = { id: "group", joins: true, channelId: "ch_1", openUntil: T + 2000 };
      await telling.tell(T, { ...group, items: [{ event: "evt_1", mentions: [] }] });
      await telling.tell(T, { ...group, items: [{ event: "evt_2", mentions: [] }] });
      const taken = await take(T, 100, T);
      expect(taken.deliveries[0]!.items.map(({ event }) => event)).toEqual(["evt_1", "evt_2"]);
      await telling.tell(T, { ...group, items: [{ event: "evt_3", mentions: [] }] });
      expect(JSON.parse(String((await telling.row("group"))["items"]))).toHaveLength(2);
      expect(JSON.parse(String((await telling.row("group_1"))["items"]))).toEqual([{ event: "evt_3", mentions: [] }]);
      await telling.outbox.settle(settledOf(taken, [failedAt("group", T, T + 5000)], { leaves: "ch_1" }));
      await telling.tell(T, { ...group, items: [{ event: "evt_4", mentions: [] }] });
      expect(JSON.parse(String((await telling.row("group"))["items"]))).toHaveLength(2);
      expect(idsOf(await take(T + 5000)).sort()).toEqual(["group", "group_1"]);
    });

    test("a deleted channel keeps its deliveries suppressed, whatever the outcome", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      const taken = await take();
      await telling.run("DELETE FROM channels WHERE id = 'ch_1'");
      await telling.run("UPDATE deliveries SET status = 'suppressed', reason = 'channel deleted'");
      await telling.outbox.settle(settledOf(taken, [sentAt("a", T)], { leaves: "ch_1" }));
      expect(await telling.row("a")).toMatchObject({ status: "suppressed", sent_at: null });
    });

    test("a changed channel is neither disabled nor paused for what the previous one answered", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      const taken = await take();
      await telling.run("UPDATE channels SET updated_at = 5 WHERE id = 'ch_1'");
      const channel = {
        ...reported(taken.channels[0]!),
        disabledReason: "gone",
        pausedUntil: T + 9,
        pacedUntil: 9,
        failingSince: T,
      };
      await telling.outbox.settle(settledOf(taken, [failedAt("a", T, T)], { channel, leaves: "ch_1" }));
      expect(await telling.row("ch_1", "channels")).toMatchObject({
        enabled: 1,
        disabled_reason: null,
        paused_until: 0,
        paced_until: 0,
        failing_since: null,
        lease_until: 0,
      });
    });

    test("another run that has claimed it since decides, but a sent message still counts", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" }, { id: "b", channelId: "ch_1" });
      const slow = await take();
      const next = await other(T + LEASE_MS);
      expect(idsOf(next)).toEqual(["a", "b"]);
      await telling.outbox.settle(settledOf(slow, [failedAt("a", T, T + 9), sentAt("b", T)], { leaves: "ch_1" }));
      expect(await telling.row("a")).toMatchObject({ taker: next.taker, lease_until: T + 2 * LEASE_MS });
      expect(await telling.row("b")).toMatchObject({ status: "sent" });
      expect(await telling.row("ch_1", "channels")).toMatchObject({ lease_until: T + 2 * LEASE_MS });
      await telling.outbox.free(slow.taker, ["a"]);
      expect(await telling.row("a")).toMatchObject({ lease_until: T + 2 * LEASE_MS });
      expect(await telling.row("ch_1", "channels")).toMatchObject({ lease_until: T + 2 * LEASE_MS });
    });
  });

  describe("recording outcomes", () => {
    test("stores the outcome, the message's lines, and the state of the channel", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" }, { id: "b", channelId: "ch_1" });
      const taken = await take();
      const items = [{ event: "evt_a", update: "evt_b", mentions: [] }];
      const channel = { ...reported(taken.channels[0]!), pausedUntil: T + 9, pacedUntil: 77, failingSince: T };
      const updated = { of: "a", items };
      await telling.outbox.settle(settledOf(taken, [sentAt("a", T, { updated })], { channel }));
      expect(await telling.row("a")).toMatchObject({
        status: "sent",
        sent_at: T,
        message_ref: "7",
        lease_until: 0,
        next_attempt_at: null,
        items: JSON.stringify(items),
        attempts: JSON.stringify([{ at: T, status: 200, error: null, durationMs: 1 }]),
      });
      expect(await telling.row("b")).toMatchObject({ status: "pending", lease_until: T + LEASE_MS });
      const stored = { paused_until: T + 9, paced_until: 77, failing_since: T, enabled: 1 };
      expect(await telling.row("ch_1", "channels")).toMatchObject({ ...stored, lease_until: T + LEASE_MS });
      const gone = { ...reported(taken.channels[0]!), pausedUntil: T + 1, disabledReason: "gone", failingSince: T };
      const dead = { status: "dead", reason: "gone", sentAt: null } as const;
      await telling.outbox.settle(settledOf(taken, [sentAt("b", T, dead)], { channel: gone, leaves: "ch_1" }));
      expect(await telling.row("b")).toMatchObject({ status: "dead", reason: "gone", sent_at: null });
      expect(await telling.row("ch_1", "channels")).toMatchObject({
        paused_until: T + 9,
        paced_until: 77,
        enabled: 0,
        disabled_reason: "gone",
        lease_until: 0,
      });
    });

    test("a delivery that was not tried gets no attempt", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      const taken = await take();
      await telling.outbox.settle(settledOf(taken, [{ ...failedAt("a", T, T + 9), attempt: null }]));
      expect(await telling.row("a")).toMatchObject({ attempts: "[]", next_attempt_at: T + 9, lease_until: 0 });
    });

    test.each([
      ["before", 1],
      ["after", 1],
      ["before", 2],
      ["after", 2],
    ] as const)("a write that is lost %s it is written, %i times, is written once", async (fate, times) => {
      await telling.tell(T, { id: "a", channelId: "ch_1" }, { id: "b", channelId: "ch_1" });
      const db = losing(telling.db, (batch) => (batch > 1 && batch <= 1 + times ? fate : null));
      const outbox = telling.process(db);
      const taken = await outbox.take(T, 100, null);
      await outbox.settle(settledOf(taken, [failedAt("a", T, T + 5), sentAt("b", T)], { leaves: "ch_1" }));
      expect(JSON.parse(String((await telling.row("a"))["attempts"]))).toHaveLength(1);
      expect(JSON.parse(String((await telling.row("b"))["attempts"]))).toHaveLength(1);
      expect(idsOf(await other(T + 5))).toEqual(["a"]);
    });

    test("lost three times it waits for the end of the lease, and no longer", async () => {
      await telling.tell(T, { id: "a", channelId: "ch_1" });
      const db = losing(telling.db, (batch) => (batch > 2 && batch <= 5 ? "before" : null));
      const outbox = telling.process(db, telling.inFlight);
      const taken = await outbox.take(T, 100, null);
      await expect(outbox.settle(settledOf(taken, [sentAt("a", T)], { leaves: "ch_1" }))).rejects.toThrow("lost");
      await outbox.free(taken.taker, []);
      expect(idsOf(await take(T + LEASE_MS - 1))).toEqual([]);
      expect((await take(T + LEASE_MS)).deliveries).toMatchObject([{ id: "a", attempts: [{ error: UNHEARD }] }]);
    });
  });

  test("releasing returns untried deliveries and the run's channels at once, and nothing of other runs", async () => {
    await telling.tell(
      T,
      { id: "a", channelId: "ch_1" },
      { id: "b", channelId: "ch_1" },
      { id: "c", channelId: "ch_1" },
    );
    const first = await take(T, 2);
    await telling.tell(T, { id: "d", channelId: "ch_2" });
    const second = await other();
    expect(idsOf(second)).toEqual(["d"]);
    const db = losing(telling.db, (batch) => (batch <= 2 ? "after" : null));
    await telling.process(db, telling.inFlight).free(first.taker, ["b", "d"]);
    expect(await telling.row("a")).toMatchObject({ lease_until: T + LEASE_MS });
    expect(await telling.row("d")).toMatchObject({ lease_until: T + LEASE_MS });
    expect(await telling.row("ch_2", "channels")).toMatchObject({ lease_until: T + LEASE_MS });
    expect(idsOf(await take())).toEqual(["b", "c"]);
  });
});
