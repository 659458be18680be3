import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { EMPTY_COMMIT, type PlannedDelivery } from "../../src/engine/commit.ts";
import { LIMITS, type RetentionLimits } from "../../src/core/limits.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { heldStore } from "../../src/engine/route/held-store.ts";
import { retainStore } from "../../src/engine/retain/retain-store.ts";
import { release } from "../../src/engine/route/release.ts";
import { retain, type RetainDeps, type Sort } from "../../src/engine/retain/retain.ts";
import { testDatabases } from "../support/sqlite-d1.ts";
import { startEvent } from "../support/messages.ts";
import { idsOf, sentAt, settledOf, tellingOn, type Telling } from "../support/delivery-world.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T = Date.UTC(2026, 0, 5, 12);

/** The tables that grow with events. */
const GROWING: Sort[] = ["events", "deliveries", "editions", "silences", "series", "audit", "requests", "signIns"];

/** All: an aborted write leaves some dozen parts. */
const SORTS: Sort[] = [...GROWING, "writeParts"];

const databases = testDatabases();

describe.each(databases)("holding and retention on $name", ({ fresh, stop }) => {
  let telling: Telling;
  beforeEach(async () => {
    telling = tellingOn(await fresh());
    await telling.channel("ch_1");
    await telling.channel("hook", { kind: "webhook" });
  });
  afterAll(stop);

  const held = (id: string, channelId: string, heldUntil = T + HOUR) =>
    ({ id, channelId, heldUntil, status: "held", reason: "quiet hours" }) as const;
  const releasedAt = (now: number) => release(now, heldStore(telling.db));
  const eventsOf = async (where: string) => {
    const { results } = await telling.db
      .prepare(`SELECT items FROM deliveries WHERE ${where} ORDER BY seq`)
      .all<{ items: string }>();
    return results.map(({ items }) => (JSON.parse(items) as { event: string }[]).map(({ event }) => event));
  };

  describe("release", () => {
    test("at the end of quiet hours a channel's events are sent as one message, or each by itself without grouping", async () => {
      await telling.tell(T, held("a", "ch_1"), held("x", "hook"));
      const items = ["evt_b", "evt_c"].map((event) => ({ event, mentions: [] }));
      await telling.tell(T + MINUTE, { ...held("b", "ch_1"), items }, { ...held("y", "hook"), items });
      await releasedAt(T + HOUR - 1);
      expect(await telling.ids("status = 'pending'")).toEqual([]);
      await releasedAt(T + HOUR);
      expect(await eventsOf("status = 'pending' AND channel_id = 'ch_1'")).toEqual([["evt_a", "evt_b", "evt_c"]]);
      expect(await eventsOf("status = 'pending' AND channel_id = 'hook'")).toEqual([["evt_x"], ["evt_b"], ["evt_c"]]);
      const [summary] = await telling.ids("status = 'pending' AND channel_id = 'ch_1'");
      expect(await telling.row("a")).toMatchObject({ status: "held", summary });
      await releasedAt(T + HOUR);
      expect(await telling.ids("status = 'pending'")).toHaveLength(4);
      expect(idsOf(await telling.outbox.take(T + HOUR, 100, null))).toHaveLength(4);
    });

    test("what is found after the summary was created has a summary of its own", async () => {
      await telling.tell(T, held("a", "ch_1"));
      await releasedAt(T + HOUR);
      await telling.tell(T + HOUR - MINUTE, held("late", "ch_1"));
      await releasedAt(T + HOUR + MINUTE);
      expect(await eventsOf("status = 'pending'")).toEqual([["evt_a"], ["evt_late"]]);
    });

    test("events that would join a message already summed up get one of their own", async () => {
      const joining = (event: string) => ({
        ...held("a", "ch_1"),
        joins: true,
        items: [{ event, mentions: [] }],
      });
      await telling.tell(T, joining("evt_1"));
      await telling.tell(T, joining("evt_2"));
      expect(await telling.ids()).toEqual(["a"]);
      await releasedAt(T + HOUR);
      await telling.tell(T, joining("evt_3"));
      await releasedAt(T + HOUR + MINUTE);
      expect(await eventsOf("status = 'pending'")).toEqual([["evt_1", "evt_2"], ["evt_3"]]);
    });

    test("two concurrent releases send each event once, including those found in between", async () => {
      const store = heldStore(telling.db);
      await telling.tell(T, held("a", "ch_1"));
      const first = await store.dueHeld(T + HOUR);
      await telling.tell(T, held("b", "ch_1"));
      const second = await store.dueHeld(T + HOUR);
      expect([first.length, second.length]).toEqual([1, 2]);
      await release(T + HOUR, { ...store, dueHeld: async () => first });
      await release(T + HOUR, { ...store, dueHeld: async () => second });
      await release(T + HOUR, { ...store, dueHeld: async () => first });
      expect(await eventsOf("status = 'pending'")).toEqual([["evt_a"]]);
      await releasedAt(T + HOUR);
      expect(await eventsOf("status = 'pending'")).toEqual([["evt_a"], ["evt_b"]]);
    });

    test("what is suppressed between reading and sending is not sent", async () => {
      const store = heldStore(telling.db);
      await telling.tell(T, held("a", "ch_1"));
      const read = await store.dueHeld(T + HOUR);
      await telling.run("UPDATE deliveries SET status = 'suppressed'");
      await release(T + HOUR, { ...store, dueHeld: async () => read });
      expect(await telling.ids()).toEqual(["a"]);
    });

    test("different ends of quiet hours make a summary each, the earlier first", async () => {
      await telling.tell(T, held("b", "ch_1", T + 2 * HOUR), held("a", "ch_1", T + HOUR));
      await releasedAt(T + 2 * HOUR);
      expect(await eventsOf("status = 'pending'")).toEqual([["evt_a"], ["evt_b"]]);
    });

    test("more than one step can take are all released", async () => {
      await telling.tell(T, ...Array.from({ length: 501 }, (_, n) => held(`h${n}`, "ch_1")));
      await releasedAt(T + HOUR);
      await releasedAt(T + HOUR);
      expect((await eventsOf("status = 'pending'")).map((events) => events.length)).toEqual([500, 1]);
    });

    test("nothing is sent for a deleted channel", async () => {
      await telling.tell(T, held("a", "ch_1"));
      await telling.run("DELETE FROM channels WHERE id = 'ch_1'");
      await releasedAt(T + HOUR);
      expect(await telling.ids()).toEqual(["a"]);
    });
  });

  test.each([true, false])("a repeated commit sends its event once, joining (%s) or alone", async (merges) => {
    const one: PlannedDelivery = {
      id: "a",
      channelId: "ch_1",
      joins: merges,
      urgent: false,
      status: "pending",
      reason: null,
      items: [{ event: "evt_1", mentions: [] }],
      edits: null,
      heldUntil: null,
      openUntil: 0,
    };
    const events = [{ ...startEvent, id: "evt_1", targetId: null, detectedAt: T }];
    for (const _ of [1, 2])
      await commit(telling.db, { ...EMPTY_COMMIT, id: "once", tick: T, events, deliveries: [one] });
    expect(await eventsOf("true")).toEqual([["evt_1"]]);
  });

  describe("retention", () => {
    const BEFORE = T + DAY;
    const stored = () => retainStore(telling.db, "adm_1");
    const sent = async (...ids: string[]) => {
      await telling.tell(T, ...ids.map((id) => ({ id, channelId: "ch_1" })));
      await telling.run(`UPDATE deliveries SET status = 'sent' WHERE id IN ('${ids.join("','")}')`);
    };

    test("deliveries are deleted oldest first and up to the limit, and younger ones stay", async () => {
      await sent("a", "b", "c");
      await telling.tell(T, held("waits", "ch_1", BEFORE + DAY));
      await telling.tell(BEFORE, { id: "young", channelId: "ch_1", status: "suppressed" });
      await stored().forget("deliveries", BEFORE, 2);
      expect(await telling.ids()).toEqual(["c", "waits", "young"]);
      await stored().forget("deliveries", BEFORE, 2);
      expect(await telling.ids()).toEqual(["waits", "young"]);
      await stored().forget("deliveries", BEFORE + 1, 2);
      expect(await telling.ids()).toEqual(["waits"]);
    });

    test("held deliveries that were sent are deleted, and waiting ones block nothing behind them", async () => {
      await telling.tell(T, held("told", "ch_1"));
      await releasedAt(T + HOUR);
      const taken = await telling.outbox.take(T + HOUR, 9, null);
      await telling.outbox.settle(
        settledOf(
          taken,
          idsOf(taken).map((id) => sentAt(id, T)),
          { leaves: "ch_1" },
        ),
      );
      const waiting = Array.from({ length: 4 }, (_, n) => held(`waits${n}`, "ch_1", BEFORE + DAY));
      await telling.tell(T, ...waiting, { id: "pending", channelId: "ch_1" });
      await sent("behind", "behind it");
      await stored().forget("deliveries", BEFORE, 2);
      expect(await telling.ids("status = 'held' AND summary IS NOT NULL")).toEqual([]);
      await stored().forget("deliveries", BEFORE, 2);
      expect(await telling.ids()).toEqual([...waiting.map(({ id }) => id), "pending"]);
    });

    test("deliveries that wait for a deleted channel are suppressed, and deleted when they expire", async () => {
      await telling.tell(T, held("old", "ch_1"), { id: "older", channelId: "ch_1" });
      await telling.tell(BEFORE, { id: "young", channelId: "ch_1" }, { id: "stays", channelId: "hook" });
      await telling.run("DELETE FROM channels WHERE id = 'ch_1'");
      await stored().forget("deliveries", BEFORE, 500);
      expect(await telling.ids()).toEqual(["young", "stays"]);
      expect(await telling.row("young")).toMatchObject({
        status: "suppressed",
        reason: "channel deleted",
        next_attempt_at: null,
      });
      expect(await telling.row("stays")).toMatchObject({ status: "pending" });
    });

    /** All events and samples are in their months, so that they may go. */
    const rolledUp = () =>
      telling.db
        .prepare("UPDATE ticker SET rolled = ?1")
        .bind(JSON.stringify({ to: BEFORE + 9 * DAY }))
        .run();

    test("events stay until they are rolled up into months", async () => {
      await sent("old");
      expect(await stored().forget("events", BEFORE + DAY, 10)).toMatchObject({ deleted: 0 });
      await rolledUp();
      expect(await stored().forget("events", BEFORE + DAY, 10)).toMatchObject({ deleted: 1 });
    });

    test("each tick deletes as many as it may, and younger or waiting ones stay", async () => {
      await rolledUp();
      const many = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
      await sent(...many("old", 120));
      await telling.tell(T, held("waits", "ch_1", BEFORE + DAY), { id: "pending", channelId: "ch_1" });
      await telling.tell(BEFORE, { id: "young", channelId: "ch_1", status: "suppressed" });
      const deps: RetainDeps = {
        ...stored(),
        limits: { rowsWritten: 40, rowsAStatement: 15, sliceMs: 400, everyTick: true },
        behind: new Set(),
        renew: async () => undefined,
        statementsLeft: () => 1000,
        wallNow: () => T,
      };
      const left = async () => [(await telling.ids("true", "events")).length, (await telling.ids()).length];
      const sizes: number[][] = [];
      for (let minute = 0; minute < 16; minute++) {
        const now = BEFORE + DAY + minute * MINUTE;
        // Half a minute after its tick, the young one has not expired yet.
        await retain(now, now - MINUTE, 1 + minute / 1440 + 1 / 2880, deps);
        sizes.push(await left());
      }
      const [events, deliveries] = [0, 1].map((of) => sizes.map((size) => size[of]!));
      for (const all of [events!, deliveries!])
        for (const [at, size] of all.entries()) if (at > 0) expect(all[at - 1]! - size).toBeLessThanOrEqual(40);
      expect(await telling.ids()).toEqual(["waits", "pending", "young"]);
      expect(await telling.ids("true", "events")).toEqual(["evt_young"]);
    });

    test("expired events, editions, silences, audit entries and stored requests are deleted", async () => {
      await rolledUp();
      await telling.tell(T, { id: "old", channelId: "ch_1" });
      await telling.tell(BEFORE, { id: "young", channelId: "ch_1" });
      const edition = { digest_id: "dig", digest: "{}", from_at: 0, to_at: 1 };
      const silence = { reason: "", created_at: 0 };
      const entry = { token_name: "x", operation: "x", request: "{}", status: 200 };
      for (const [id, at] of [
        ["old", T],
        ["young", BEFORE],
      ] as const) {
        await telling.insert("editions", { ...edition, id, made_at: at });
        await telling.insert("silences", { ...silence, id, until: at });
        await telling.insert("requests", { key: id, fingerprint: "x", at });
        await telling.insert("audit", { ...entry, at });
      }
      const all = stored();
      for (const sort of SORTS) await all.forget(sort, BEFORE, 500);
      expect(await telling.ids("true", "events")).toEqual(["evt_young"]);
      expect(await telling.ids("true", "editions")).toEqual(["young"]);
      expect(await telling.ids("true", "silences")).toEqual(["young"]);
      const requests = await telling.db.prepare("SELECT key FROM requests").all();
      expect(requests.results).toEqual([{ key: "young" }]);
      expect(await telling.db.prepare("SELECT at FROM audit").all()).toMatchObject({ results: [{ at: BEFORE }] });
      for (const sort of SORTS) await all.forget(sort, BEFORE + DAY, 0);
      expect(await telling.ids("true", "editions")).toEqual(["young"]);
    });
  });
});

describe("the steps of retention", () => {
  let requested: [string, number][];
  let left: number;
  const did = async (name: string, before: number) => {
    requested.push([name, before]);
    left -= 1;
    return { deleted: 0, written: 0 };
  };
  const deps: RetainDeps = {
    forget: did,
    limits: LIMITS.free.retention,
    behind: new Set(),
    renew: async (max) => void (await did("renew", max)),
    statementsLeft: () => left,
    wallNow: () => T + 10 * DAY,
  };
  beforeEach(() => {
    requested = [];
    left = 100;
  });

  test("one sort per minute, each once in ten, with its own expiry", async () => {
    for (let minute = 1; minute <= 10; minute++) {
      const before = requested.length;
      await retain(T + minute * MINUTE, T + (minute - 1) * MINUTE, 3, deps);
      expect(requested.length - before).toBeLessThanOrEqual(1);
      // Ticks within the minute do nothing more.
      await retain(T + minute * MINUTE + 1000, T + minute * MINUTE, 3, deps);
    }
    const at = (name: string) => requested.find(([one]) => one === name)![1];
    expect(requested.map(([name]) => name).sort()).toEqual([...SORTS, "renew"].sort());
    for (const name of ["events", "deliveries", "editions", "series"])
      expect(Math.abs(at(name) - (T - 3 * DAY))).toBeLessThanOrEqual(10 * MINUTE);
    expect(Math.abs(at("silences") - (T - HOUR))).toBeLessThanOrEqual(10 * MINUTE);
    expect(at("audit")).toBe(T + 7 * DAY);
    expect(at("requests")).toBe(T + 9 * DAY);
    expect(at("signIns")).toBe(T - 20 * DAY);
    expect(at("writeParts")).toBe(T + 10 * DAY - HOUR);
    expect(at("renew")).toBe(50);
  });

  test("ticks further apart do each sort once", async () => {
    await retain(T, 0, 3, deps);
    expect(requested.map(([name]) => name).sort()).toEqual([...SORTS, "renew"].sort());
  });

  test("no statement exceeds what the invocation has left", async () => {
    left = 4;
    await retain(T, 0, 3, deps);
    expect(requested).toHaveLength(3);
  });

  describe("with more to delete than one tick may", () => {
    /** Rows written per deleted row. */
    const BILLED: Partial<Record<Sort, number>> = { deliveries: 2, signIns: 3 };
    const rows = new Map<string, number>();
    let wall = 0;
    let took = 0;
    beforeEach(() => {
      rows.clear();
      [wall, took, left] = [T, 0, 1_000_000];
    });
    /** Each statement takes as long as `took` says. */
    const crowded = (limits: RetentionLimits): RetainDeps => ({
      ...deps,
      limits,
      behind: new Set(),
      async forget(sort, _before, max) {
        requested.push([sort, max]);
        wall += took;
        left -= 1;
        const deleted = Math.min(max, rows.get(sort) ?? 0);
        rows.set(sort, (rows.get(sort) ?? 0) - deleted);
        return { deleted, written: (BILLED[sort] ?? 1) * deleted };
      },
      wallNow: () => wall,
    });
    const ticks = async (count: number, all: RetainDeps) => {
      for (let n = 0; n < count; n++) await retain(T + n * MINUTE, T + (n - 1) * MINUTE, 3, all);
    };
    const remaining = () => [...rows.values()].reduce((sum, n) => sum + n, 0);

    test("each round deletes its rows of each sort, and no more", async () => {
      for (const sort of GROWING) rows.set(sort, 1_000_000);
      await ticks(30, crowded({ rowsWritten: 2000, rowsAStatement: 500, sliceMs: 400, everyTick: false }));
      const gone = GROWING.map((sort) => [sort, 1_000_000 - rows.get(sort)!]);
      const few = ["editions", "silences", "series", "audit", "requests"].map((sort) => [sort, 3 * 400]);
      expect(Object.fromEntries(gone)).toEqual({
        events: 6000,
        deliveries: 3000,
        signIns: 198,
        ...Object.fromEntries(few),
      });
    });

    test("a day on the free plan writes about a quarter of its daily rows", async () => {
      for (const sort of GROWING) rows.set(sort, 1_000_000);
      await ticks(1440, crowded(LIMITS.free.retention));
      const written = GROWING.reduce((sum, sort) => sum + (BILLED[sort] ?? 1) * (1_000_000 - rows.get(sort)!), 0);
      expect(written).toBeGreaterThan(20_000);
      expect(written).toBeLessThanOrEqual(26_784);
    });

    test("self-hosted, every tick continues until all is deleted, then stops asking", async () => {
      rows.set("events", 1_000_000).set("deliveries", 200_000);
      const all = crowded(LIMITS.local.retention);
      took = 250;
      await ticks(60, all);
      expect(remaining()).toBe(0);
      requested = [];
      await ticks(10, all);
      expect(requested.filter(([name]) => name !== "renew")).toHaveLength(SORTS.length);
    });

    test("no statement starts after a tick's time is over, and no sort waits for all others", async () => {
      for (const sort of SORTS) rows.set(sort, 1_000_000);
      const all = crowded({ rowsWritten: 1_000_000, rowsAStatement: 500, sliceMs: 400, everyTick: true });
      took = 100;
      const often = wall;
      await retain(T + 2000, T, 3, { ...all, behind: new Set(SORTS) });
      expect(wall - often).toBe(100);
      for (let n = 0; n < 20; n++) {
        const started = wall;
        await ticks(1, { ...all, behind: new Set(SORTS) });
        expect(wall - started).toBeLessThanOrEqual(400);
      }
      await ticks(20, all);
      expect(SORTS.filter((sort) => rows.get(sort) === 1_000_000)).toEqual([]);
    });

    test("later steps of the same invocation have statements left", async () => {
      rows.set("events", 1_000_000);
      left = 120;
      await ticks(10, crowded(LIMITS.paid.retention));
      expect(left).toBeGreaterThanOrEqual(90);
      expect(rows.get("events")).toBeLessThan(1_000_000 - 4000);
    });
  });
});
