import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { target } from "../../src/features/creators/resource/target.ts";
import type { Event } from "../../src/core/event.ts";
import type { CircuitBreaker } from "../../src/core/circuit-breaker.ts";
import { CALM } from "../../src/core/drift-detector.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { releaseBatches } from "../../src/engine/poll/batch-ledger.ts";
import { grantedTo, type Batch } from "../../src/engine/poll/batch.ts";
import { EMPTY_COMMIT, type Commit, type PlannedDelivery } from "../../src/engine/commit.ts";
import { choosing } from "../../src/engine/poll/choose.ts";
import { schedule } from "../../src/engine/poll/schedule.ts";
import { tick } from "../../src/engine/poll/tick.ts";
import { NO_PREDICTIONS, type TickRules, type Timetable } from "../../src/engine/poll/timetable.ts";
import { testDatabases } from "../support/sqlite-d1.ts";
import { keepingOn, loadBatch, timetableStore } from "../support/store-engine.ts";
import { losing } from "../support/delivery-world.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const RULES = { perMinute: 1000, batchSize: { calls: 3, cpu: 100 }, ownCalls: 40 };

const plan = (now: number, rules: TickRules, read: Timetable) =>
  schedule(choosing(now, rules, read), rules, NO_PREDICTIONS);

describe.each(testDatabases())("the poll store on $name", ({ fresh, stop }) => {
  let db: D1Database;
  let round = 0;
  let commits = 0;
  /** Five targets of this test alone, on a schedule without others. */
  let ids: string[];

  afterAll(stop);
  beforeEach(async () => {
    round += 1;
    db = await fresh();
    await db
      .prepare(
        `INSERT INTO channels (id, kind, name, enabled, masked, sealed, created_at, updated_at)
         VALUES ('ch_one', 'discord', 'one', 1, '{}', '', 1, 1)`,
      )
      .run();
    ids = ["a", "b", "c", "d", "e"].map((letter) => `tgt_${letter}${round}`);
    const keeping = keepingOn(db, START);
    for (const [place, id] of ids.entries())
      await keeping.make(target, { kind: "live", name: id, params: { userId: String(7000 + place) } }, id);
  });

  const store = () => timetableStore(db);
  const row = (id: string) =>
    db.prepare("SELECT * FROM targets WHERE id = ?1").bind(id).first<Record<string, unknown>>();

  const event = (id: string, targetId: string | null, at = START): Event => ({
    id,
    type: "live.started",
    targetId,
    watchlistId: "wl_default",
    target: { name: "someone", kind: "live", params: {} },
    occurredAt: at,
    detectedAt: at,
    window: { from: null, to: at },
    data: {},
    follows: null,
  });

  const delivery = (id: string, eventId: string, more: Partial<PlannedDelivery> = {}): PlannedDelivery => ({
    id,
    joins: true,
    urgent: true,
    channelId: "ch_one",
    status: "pending",
    reason: null,
    items: [{ event: eventId, mentions: [] }],
    edits: null,
    heldUntil: null,
    openUntil: START + 1000,
    ...more,
  });

  const planned = (more: Partial<Commit> = {}): Commit => ({
    ...EMPTY_COMMIT,
    id: `commit ${round} ${commits++}`,
    tick: START,
    slot: 0,
    answers: { good: 1, bad: 0, refused: 0 },
    ...more,
  });

  const sampled = (values: Record<string, number>) => ({
    points: [[START, values] as [number, typeof values]],
    always: false,
  });

  const write = (id: string, revision: number, state = '{"new":1}') => ({
    id,
    revision,
    state,
    fault: null,
    consecutiveFaults: 0,
    lastOkAt: START,
    onAir: true,
    unknownSince: null,
    gap: null,
  });

  test("a commit writes nothing for a target that was edited meanwhile, and all of the others", async () => {
    const [a, b] = ids as [string, string];
    expect(await keepingOn(db).patch(target, a, { name: "renamed" })).toMatchObject({ revision: 1 });
    const answer = await commit(
      db,
      planned({
        targets: [write(a, 0), write(b, 0)],
        events: [event(`evt_a${round}`, a), event(`evt_b${round}`, b)],
        revisions: { [a]: 0, [b]: 0 },
        deliveries: [delivery(`dlv_a${round}`, `evt_a${round}`), delivery(`dlv_b${round}`, `evt_b${round}`)],
        samples: { [a]: sampled({ views: 1 }), [b]: sampled({ views: 2 }) },
      }),
    );
    expect(answer).toMatchObject({ lost: [a], batchesIn: 1, refused: null });
    expect(await row(a)).toMatchObject({ name: "renamed", state: null, revision: 1, on_air: 0 });
    expect(await row(b)).toMatchObject({ state: '{"new":1}', revision: 1, judged_at: START, on_air: 1 });
    expect(await db.prepare("SELECT id FROM events").all()).toMatchObject({ results: [{ id: `evt_b${round}` }] });
    expect(await db.prepare("SELECT id FROM deliveries").all()).toMatchObject({ results: [{ id: `dlv_b${round}` }] });
    expect(await db.prepare("SELECT target_id FROM series").all()).toMatchObject({ results: [{ target_id: b }] });
  });

  test("a lost target gets neither facts of its events nor an unknown state", async () => {
    const [a] = ids as [string];
    await commit(db, planned({ events: [event("evt_f", a)], revisions: { [a]: 0 } }));
    const data = () => db.prepare("SELECT data FROM events").first<string>("data");
    const completed = [{ id: "evt_f", targetId: a, info: { title: "t" } }];
    const unknown = (revision: number) => [{ id: a, revision, since: START }] as Commit["unknown"];
    await commit(db, planned({ completed, revisions: { [a]: 7 }, unknown: unknown(7) }));
    expect([await data(), (await row(a))!["unknown_since"]]).toEqual(["{}", null]);
    await commit(db, planned({ completed, revisions: { [a]: 0 }, unknown: unknown(0) }));
    expect([JSON.parse((await data())!), (await row(a))!["unknown_since"]]).toEqual([{ info: { title: "t" } }, START]);
  });

  test("after a lost connection a commit is repeated once, and changes nothing twice", async () => {
    const [a] = ids as [string];
    const plan = planned({ events: [event("evt_l", a)], revisions: { [a]: 0 }, counts: { "polls|live|ok": 1 } });
    for (const fate of ["before", "after"] as const) {
      const lossy = losing(db, (batch) => (batch === 1 ? fate : null));
      expect(await commit(lossy, plan)).toMatchObject({ refused: null, batchesIn: 1 });
    }
    expect((await db.prepare("SELECT id FROM events").all()).results).toEqual([{ id: "evt_l" }]);
    expect(JSON.parse((await db.prepare("SELECT counters FROM tally").first<string>("counters"))!)).toEqual({
      "polls|live|ok": 1,
    });
    await expect(
      commit(
        losing(db, () => "before"),
        plan,
      ),
    ).rejects.toThrow("lost");
  });

  test("the same commit again changes nothing, and the same change found twice is one event sent once", async () => {
    const [a] = ids as [string];
    const first = planned({
      targets: [write(a, 0)],
      events: [event(`evt_x${round}`, a)],
      revisions: { [a]: 0 },
      deliveries: [delivery(`dlv_x${round}`, `evt_x${round}`)],
      samples: { [a]: sampled({ views: 1 }) },
      counts: { "polls|live|ok": 1 },
      unspent: 3,
    });
    await commit(db, first);
    const asItWas = await row(a);
    expect((await commit(db, first)).lost).toEqual([a]);
    expect(await row(a)).toEqual(asItWas);
    const anew = planned({ ...first, id: `other ${round}`, slot: 1, targets: [write(a, 1)], revisions: { [a]: 1 } });
    await commit(db, { ...anew, deliveries: [delivery(`dlv_y${round}`, `evt_x${round}`)] });
    expect((await db.prepare("SELECT id, target_id FROM events").all()).results).toEqual([
      { id: `evt_x${round}`, target_id: a },
    ]);
    const notified = await db.prepare("SELECT id, items FROM deliveries").all<{ id: string; items: string }>();
    expect(notified.results.map(({ id, items }) => [id, JSON.parse(items)])).toEqual([
      [`dlv_x${round}`, [{ event: `evt_x${round}`, mentions: [] }]],
    ]);
    expect((await db.prepare("SELECT target_id FROM series").all()).results).toEqual([{ target_id: a }]);
    const ledger = await db
      .prepare("SELECT unspent, counters FROM tally")
      .first<{ unspent: number; counters: string }>();
    expect(ledger!.unspent).toBe(6);
    expect(JSON.parse(ledger!.counters)).toMatchObject({ "polls|live|ok": 2 });
  });

  test("events of a tick join one open delivery; a delivery in flight is not extended and loses nothing", async () => {
    const notified = (id: string) =>
      commit(db, planned({ events: [event(id, null)], deliveries: [delivery(`dlv_g${round}`, id)] }));
    await notified(`evt_1${round}`);
    await notified(`evt_2${round}`);
    const items = async () =>
      (
        await db.prepare("SELECT id, items FROM deliveries ORDER BY seq").all<{ id: string; items: string }>()
      ).results.map(({ id, items }) => [id, (JSON.parse(items) as { event: string }[]).map((one) => one.event).sort()]);
    expect(await items()).toEqual([[`dlv_g${round}`, [`evt_1${round}`, `evt_2${round}`]]]);
    await db.prepare("UPDATE deliveries SET closed = 1").run();
    await notified(`evt_3${round}`);
    expect(await items()).toEqual([
      [`dlv_g${round}`, [`evt_1${round}`, `evt_2${round}`]],
      [`dlv_g${round}_1`, [`evt_3${round}`]],
    ]);
    // Later events join the next delivery, not one per batch.
    await notified(`evt_4${round}`);
    expect((await items()).at(-1)).toEqual([`dlv_g${round}_1`, [`evt_3${round}`, `evt_4${round}`]]);
    await db.prepare("UPDATE deliveries SET closed = 0, status = 'sent'").run();
    await notified(`evt_5${round}`);
    expect((await items()).at(-1)).toEqual([`dlv_g${round}_2`, [`evt_5${round}`]]);
  });

  test("deliveries for a channel deleted before the commit are suppressed and wait for nothing", async () => {
    await db.prepare("DELETE FROM channels").run();
    await commit(db, planned({ events: [event("evt_o", null)], deliveries: [delivery("dlv_o", "evt_o")] }));
    const row = await db.prepare("SELECT status, reason, next_attempt_at FROM deliveries").first();
    expect(row).toEqual({ status: "suppressed", reason: "channel deleted", next_attempt_at: null });
  });

  test("a delivery with too many lines for a row continues in another", async () => {
    const long = "x".repeat(2000);
    const item = (n: number) => ({ event: `evt_l${round}_${n}`, mentions: [], template: `${long}${n}` });
    for (const part of [0, 1, 2]) {
      const numbers = Array.from({ length: 140 }, (_, n) => part * 140 + n);
      await commit(
        db,
        planned({
          slot: part,
          events: numbers.map((n) => event(`evt_l${round}_${n}`, null)),
          deliveries: [delivery(`dlv_l${round}`, "", { items: numbers.map(item) })],
        }),
      );
    }
    const { results } = await db.prepare("SELECT items FROM deliveries").all<{ items: string }>();
    expect(results.length).toBeGreaterThan(1);
    expect(results.every(({ items }) => items.length < 700_000)).toBe(true);
    expect(results.flatMap(({ items }) => JSON.parse(items) as unknown[])).toEqual(
      Array.from({ length: 420 }, (_, n) => item(n)),
    );
  });

  const breaker = (until: number): CircuitBreaker => ({
    reason: "unauthorized",
    status: 401,
    since: START,
    refusedAt: START,
    until,
    strikes: 1,
    reopenedAt: 0,
    recovered: false,
    over: [],
  });
  const breakerNow = async () =>
    JSON.parse(String(await db.prepare("SELECT gate FROM ticker").first("gate"))) as CircuitBreaker | null;

  test("a late good answer does not close a breaker that another batch opened", async () => {
    await commit(db, planned({ gate: { read: null, write: breaker(START + 1000) } }));
    await commit(db, planned({ slot: 1, gate: { read: null, write: null } }));
    expect(await breakerNow()).toMatchObject({ until: START + 1000 });
    await commit(db, planned({ slot: 2, gate: { read: breaker(START + 999), write: null } }));
    expect(await breakerNow()).toMatchObject({ until: START + 1000 });
    await commit(db, planned({ slot: 3, gate: { read: breaker(START + 1000), write: null } }));
    expect(await breakerNow()).toBeNull();
  });

  test("if two batches open the breaker, the longer pause applies in any order", async () => {
    await commit(db, planned({ gate: { read: null, write: breaker(START + 5000) } }));
    await commit(db, planned({ slot: 1, gate: { read: null, write: breaker(START + 1000) } }));
    expect(await breakerNow()).toMatchObject({ until: START + 5000 });
    await commit(db, planned({ slot: 2, gate: { read: null, write: breaker(START + 9000) } }));
    expect(await breakerNow()).toMatchObject({ until: START + 9000 });
  });

  test("the drift detector's state changes only from what was read", async () => {
    const suspect = { ...CALM, suspectSince: 5 };
    await commit(db, planned({ watch: { read: { ...CALM, suspectSince: 4 }, write: suspect } }));
    expect(JSON.parse(String(await db.prepare("SELECT watch FROM ticker").first("watch")))).toEqual(CALM);
    await commit(db, planned({ watch: { read: CALM, write: suspect } }));
    expect(JSON.parse(String(await db.prepare("SELECT watch FROM ticker").first("watch")))).toEqual(suspect);
  });

  const sheet = () => db.prepare("SELECT entries, edits, revision FROM sheets").first<Record<string, string>>();

  test("of two ticks that read the same, one claims and the loser changes nothing", async () => {
    const read = await store().readTimetable();
    const one = plan(START + MINUTE, RULES, read);
    const two = plan(START + 2 * MINUTE, RULES, read);
    expect(await store().claim(one.claim)).toBe(true);
    const claimed = await sheet();
    expect(await store().claim(two.claim)).toBe(false);
    expect(await sheet()).toEqual(claimed);
    expect(await db.prepare("SELECT last_tick_at FROM ticker").first("last_tick_at")).toBe(START + MINUTE);
  });

  test("a tick that was overtaken claims nothing, even if no sheet or token changed", async () => {
    await db.prepare("DELETE FROM sheets").run();
    await db.prepare("UPDATE ticker SET tokens = 1000, filled_at = ?1").bind(START).run();
    const read = await store().readTimetable();
    expect(await store().claim(plan(START + 2 * MINUTE, RULES, read).claim)).toBe(true);
    await db.prepare("UPDATE ticker SET tokens = 1000, filled_at = ?1").bind(START).run();
    expect(await store().claim(plan(START + MINUTE, RULES, read).claim)).toBe(false);
    expect(await db.prepare("SELECT last_tick_at FROM ticker").first("last_tick_at")).toBe(START + 2 * MINUTE);
  });

  for (const [what, change] of [
    [
      "an edit of a sheet",
      "UPDATE sheets SET edits = json_object('tgt_new', json('{\"due\":5}')), revision = revision + 1",
    ],
    ["a call taken from the budget", "UPDATE ticker SET tokens = tokens + 7"],
    ["a breaker that opened", `UPDATE ticker SET gate = '${JSON.stringify(breaker(START + 9))}'`],
  ] as const)
    test(`a claim loses to ${what}, and to nothing else that it did not see`, async () => {
      const { claim } = plan(START + MINUTE, RULES, await store().readTimetable());
      await db.prepare(change).run();
      const before = await sheet();
      expect(await store().claim(claim)).toBe(false);
      expect(await sheet()).toEqual(before);
      expect(await db.prepare("SELECT last_tick_at FROM ticker").first("last_tick_at")).toBe(0);
      expect((await tick(START + MINUTE, RULES, store())).lastTickAt).toBe(0);
    });

  test("a claim loses to a patch of a poll in the meantime", async () => {
    const [a] = ids as [string];
    const { sheet_id: id } = (await row(a))!;
    const { claim } = plan(START + MINUTE, RULES, await store().readTimetable());
    await commit(db, planned({ patches: { [Number(id)]: { [a]: { due: START + 5 * MINUTE } } } }));
    expect(await store().claim(claim)).toBe(false);
    const { batches } = await tick(START + MINUTE, RULES, store());
    expect(batches.flatMap(({ targets }) => targets.map(([one]) => one))).not.toContain(a);
  });

  test("an edit during a tick is applied by the next, not lost", async () => {
    const [a] = ids as [string];
    await tick(START + MINUTE, RULES, store());
    await keepingOn(db).patch(target, a, { intervalSeconds: 600 });
    await tick(START + 4 * MINUTE, RULES, store());
    const { entries, edits } = (await sheet())!;
    expect((JSON.parse(entries!) as Record<string, number[]>)[a]![4]).toBe(600);
    expect(edits).toBe("{}");
  });

  const assigned = async (at: number): Promise<Batch[]> => (await tick(at, RULES, store())).batches;

  test("a batch finishes with its commit, once, and another batch of the tick does not", async () => {
    const [first, second] = (await assigned(START)) as [Batch, Batch];
    expect([(await loadBatch(db, first)).ended, (await loadBatch(db, second)).ended]).toEqual([false, false]);
    expect((await commit(db, planned({ slot: 0, unspent: 2 }))).batchesIn).toBe(1);
    expect((await commit(db, planned({ slot: 0, unspent: 2 }))).batchesIn).toBe(1);
    expect([(await loadBatch(db, first)).ended, (await loadBatch(db, second)).ended]).toEqual([true, false]);
    expect((await commit(db, planned({ slot: 1 }))).batchesIn).toBe(2);
    expect(await db.prepare("SELECT unspent FROM tally").first("unspent")).toBe(2);
    expect((await loadBatch(db, first)).targets.map(({ id }) => id).sort()).toEqual(
      first.targets.map(([id]) => id).sort(),
    );
  });

  test("slot 1 is not slot 11, and a requested poll finishes no batch", async () => {
    await commit(db, planned({ slot: 11 }));
    const batch = (slot: number): Batch => ({ tick: START, slot, batches: 12, grant: 0, careful: false, targets: [] });
    expect((await loadBatch(db, batch(1))).ended).toBe(false);
    expect((await loadBatch(db, batch(11))).ended).toBe(true);
    expect((await commit(db, planned({ slot: 1 }))).batchesIn).toBe(2);
    await db.prepare("UPDATE tally SET done = json_object(?1, ',11,')").bind(String(START)).run();
    await commit(db, planned({ slot: null, counts: { x: 1 } }));
    expect(await db.prepare("SELECT done FROM tally").first("done")).toBe(JSON.stringify({ [START]: ",11," }));
  });

  test("released batches are due at the next tick with their calls refunded, and their message does nothing", async () => {
    const [first, second] = (await assigned(START)) as [Batch, Batch];
    await releaseBatches(db, [{ ...second, spare: 5 }]).run();
    expect((await loadBatch(db, second)).ended).toBe(true);
    expect((await loadBatch(db, first)).ended).toBe(false);
    await commit(db, planned({ slot: 0 }));
    const read = await store().readTimetable();
    expect(read.unspent).toBe(second.grant + 5);
    const again = await assigned(START + 1000);
    expect(again.flatMap(({ targets }) => targets.map(([id]) => id)).sort()).toEqual(
      second.targets.map(([id]) => id).sort(),
    );
    expect((await store().readTimetable()).refunded).toBe(second.grant + 5);
  });

  describe("a batch whose lease has expired", () => {
    const budget = () =>
      db
        .prepare("SELECT k.tokens + y.unspent - k.refunded AS left FROM ticker k JOIN tally y ON y.id = 1")
        .first<number>("left");
    const unspent = () => db.prepare("SELECT unspent FROM tally").first<number>("unspent");

    test("has its calls refunded, once", async () => {
      const [, second] = (await assigned(START)) as [Batch, Batch];
      await commit(db, planned({ slot: 0, granted: 2 }));
      await assigned(START + MINUTE);
      expect(await unspent()).toBe(0);
      await tick(START + 2 * MINUTE, RULES, store());
      expect(await unspent()).toBe(grantedTo(second));
      expect((await loadBatch(db, second)).ended).toBe(true);
      await tick(START + 2 * MINUTE + 1, RULES, store());
      expect(await unspent()).toBe(grantedTo(second));
    });

    test("is charged for its calls if it finishes after all, before the tick's claim or after it", async () => {
      for (const early of [true, false]) {
        await db.batch([
          db.prepare("UPDATE tally SET unspent = 0, done = '{}', freed = '{}'"),
          db.prepare("UPDATE ticker SET last_tick_at = 0, dealt = '{}', refunded = 0, filled_at = 0"),
          db.prepare("UPDATE sheets SET entries = '{}'"),
        ]);
        const granted = 10;
        await db
          .prepare("UPDATE ticker SET last_tick_at = ?1, dealt = ?2")
          .bind(START, JSON.stringify({ [START]: [[1, START, granted]] }))
          .run();
        const read = await store().readTimetable();
        const { claim } = plan(START + 2 * MINUTE, RULES, read);
        const late = planned({ slot: 0, granted, unspent: 3, answers: { good: 7, bad: 0, refused: 0 } });
        if (early) await commit(db, late);
        expect(await store().claim(claim)).toBe(true);
        if (!early) await commit(db, late);
        expect(await unspent()).toBe(3);
        const { claim: next } = plan(START + 3 * MINUTE, RULES, await store().readTimetable());
        expect(await store().claim(next)).toBe(true);
        expect([await unspent(), await budget()]).toEqual([3, next.tokens]);
      }
    });
  });

  test("old entries of the batch ledger are dropped with the first batch of a new tick", async () => {
    const known = async () =>
      Object.keys(JSON.parse(String(await db.prepare("SELECT done FROM tally").first("done"))) as object);
    for (let minute = 0; minute < 60; minute++) {
      await commit(db, planned({ tick: START + minute * MINUTE, slot: 0 }));
      const ticks = await known();
      const latest = [minute, minute - 1, minute - 2].filter((one) => one >= 0);
      expect(ticks).toEqual(expect.arrayContaining(latest.map((one) => String(START + one * MINUTE))));
      expect(ticks.length).toBeLessThan(40);
    }
  });

  test("more counters than a SQL function accepts are added, whatever their names", async () => {
    const names = Array.from({ length: 70 }, (_, n) => `calls|it's ${n}.[0]|200`);
    const counts = Object.fromEntries(names.map((name) => [name, 2]));
    await commit(db, planned({ tick: START, slot: 0, counts }), { [names[0]!]: 1 });
    await commit(db, planned({ tick: START, slot: 1, counts }));
    const counters = JSON.parse(String(await db.prepare("SELECT counters FROM tally").first("counters")));
    expect(counters).toEqual({ ...Object.fromEntries(names.map((name) => [name, 4])), [names[0]!]: 5 });
  });

  test("a batch that has finished counts nothing again, while other counts are still added", async () => {
    const counters = async () => JSON.parse(String(await db.prepare("SELECT counters FROM tally").first("counters")));
    await commit(db, planned({ slot: 0, counts: { "polls|live|ok": 1 } }), { "d1|statements": 2, "polls|live|ok": 4 });
    expect(await counters()).toEqual({ "polls|live|ok": 5, "d1|statements": 2 });
    await commit(db, planned({ slot: 0, counts: { "polls|live|ok": 1 } }), { "d1|statements": 3 });
    expect(await counters()).toEqual({ "polls|live|ok": 5, "d1|statements": 5 });
  });

  test("the batch ledger records when polls last succeeded, and since when all fail", async () => {
    const reported = (answers: Partial<Commit["answers"]>, at: number, slot: number | null = 0) =>
      commit(db, planned({ tick: at, slot, answers: { ...EMPTY_COMMIT.answers, ...answers }, counts: { x: 1 } }));
    const knows = () => db.prepare("SELECT last_poll_at, failing_since, failed_polls FROM tally").first();
    await db.prepare("UPDATE tally SET last_poll_at = 0").run();
    await reported({ good: 0, bad: 3 }, START);
    await reported({ good: 0, bad: 2 }, START + 1, 1);
    expect(await knows()).toEqual({ last_poll_at: START + 1, failing_since: START, failed_polls: 5 });
    await reported({ good: 0, bad: 0 }, START + 2);
    await reported({ good: 9, bad: 0 }, START + 3, null);
    expect(await knows()).toEqual({ last_poll_at: START + 1, failing_since: START, failed_polls: 5 });
    await reported({ refused: 4 }, START + 3);
    expect(await knows()).toEqual({ last_poll_at: START + 3, failing_since: START, failed_polls: 5 });
    await reported({ good: 1, bad: 7 }, START + 4);
    expect(await knows()).toEqual({ last_poll_at: START + 4, failing_since: 0, failed_polls: 0 });
  });

  test("the stored counts always match a count of the rows", async () => {
    const counted = async () => {
      const { results } = await db
        .prepare(
          `SELECT 'targets|' || kind AS name, count(*) AS n FROM targets GROUP BY kind
           UNION ALL SELECT 'deliveries|' || status, count(*) FROM deliveries WHERE status NOT IN ('pending', 'sent') GROUP BY status`,
        )
        .all<{ name: string; n: number }>();
      return Object.fromEntries(results.map(({ name, n }) => [name, n]));
    };
    const stored = async () => {
      const { results } = await db
        .prepare("SELECT name, n FROM counts WHERE n <> 0 AND name GLOB '*|*'")
        .all<{ name: string; n: number }>();
      return Object.fromEntries(results.map(({ name, n }) => [name, n]));
    };
    await commit(
      db,
      planned({ events: [event(`evt_k${round}`, null)], deliveries: [delivery(`dlv_k${round}`, `evt_k${round}`)] }),
    );
    expect(await stored()).toEqual(await counted());
    for (const status of ["held", "dead", "dead", "suppressed"]) {
      await db.prepare("UPDATE deliveries SET status = ?1, reason = 'again'").bind(status).run();
      expect(await stored()).toMatchObject({ [`deliveries|${status}`]: 1 });
      expect(await stored()).toEqual(await counted());
    }
    await keepingOn(db).remove(target, ids[0]!, true);
    expect(await stored()).toEqual(await counted());
    await db.prepare("DELETE FROM deliveries").run();
    expect(await stored()).toEqual(await counted());
  });
});
