import { expect, test } from "vitest";
import { err, ok } from "../../src/core/result.ts";
import { LEASE_MS } from "../../src/core/sheet.ts";
import type { Commit } from "../../src/engine/commit.ts";
import { poll } from "../../src/engine/poll/poll.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import { plainOperation } from "../support/readings.ts";
import { keepingOn, storeEngine, type StoreEngine } from "../support/store-engine.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const RULES = { perMinute: 1000, batchSize: { calls: 40, cpu: 400 }, ownCalls: 40 };

/** A service that says whether each is live, and records who was asked. */
function service(on: boolean, during: (user: string) => Promise<void> = async () => undefined) {
  const asked: string[] = [];
  const read: Read = async ({ operation, values }) => {
    asked.push(String(values["userId"]));
    await during(String(values["userId"]));
    const body = { code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } };
    return ok({
      body,
      operation: plainOperation(operation),
      facts: {},
    });
  };
  return { asked, read };
}

const watched = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `tgt_${n}`, kind: "live", params: { userId: String(7000 + n) } }));

const patch = async ({ db }: StoreEngine, id: string, change: object): Promise<void> => {
  await keepingOn(db, START).patch(target, id, change as never);
};

test("a message that is repeated, past its lease, or for a released batch polls nothing", async () => {
  const engine = await storeEngine(watched(3), RULES);
  const { asked, read } = service(false);
  const [batch] = await engine.claim(START);
  await poll(batch!, engine.deps(read));
  expect(asked).toHaveLength(3);
  expect(await poll(batch!, engine.deps(read))).toMatchObject({ findings: [], complete: false });
  expect(asked).toHaveLength(3);
  const [next] = await engine.claim(START + MINUTE);
  await engine.free([next!]);
  await poll(next!, engine.deps(read));
  const [late] = await engine.claim(START + 2 * MINUTE);
  await engine.claim(START + 2 * MINUTE + LEASE_MS);
  await poll(late!, engine.deps(read));
  expect(asked).toHaveLength(3);
});

test("a target edited during its poll keeps the edit, and its answer is evaluated again without a call", async () => {
  const engine = await storeEngine(watched(3), RULES);
  await engine.tick(START, service(false).read);
  const { asked, read } = service(true, async (user) => {
    if (user === "7001") await patch(engine, "tgt_1", { name: "renamed", settings: { confirmOn: 2 } });
  });
  // Three of three changes at once would be held back, so one does not change.
  await engine.db.prepare("UPDATE targets SET state = NULL WHERE id = 'tgt_2'").run();
  await engine.db.prepare("UPDATE targets SET state = NULL WHERE id = 'tgt_0'").run();
  await engine.tick(START + MINUTE, read);
  expect(asked).toHaveLength(3);
  const row = await engine.db
    .prepare("SELECT name, settings, state, judged_at FROM targets WHERE id = 'tgt_1'")
    .first();
  expect(row).toMatchObject({ name: "renamed", judged_at: START + MINUTE });
  expect(JSON.parse(String(row!["state"]))).toMatchObject({
    verdict: "on",
    session: null,
    flip: { to: "on", count: 1 },
  });
  expect(await engine.events()).toEqual([]);
});

test("an answer says nothing about a target whose params changed during its poll", async () => {
  const engine = await storeEngine(watched(1), RULES);
  const { read } = service(true, () => patch(engine, "tgt_0", { params: { userId: "9999" } }));
  await engine.tick(START, read);
  expect(await engine.targets()).toMatchObject([{ state: null }]);
});

test("no call starts a minute after the first: others are due at once, and their calls are refunded", async () => {
  const engine = await storeEngine(watched(20), RULES);
  let now = 0;
  const { asked, read } = service(false, async () => void (now += 11_000));
  const [batch] = await engine.claim(START);
  await poll(batch!, { ...engine.deps(read), wallNow: () => now });
  expect(asked.length).toBeGreaterThanOrEqual(6);
  expect(asked.length).toBeLessThanOrEqual(12);
  const unspent = await engine.db.prepare("SELECT unspent FROM tally").first("unspent");
  expect(unspent).toBe(20 - asked.length);
  const [next] = await engine.claim(START + 1000);
  expect(next!.targets).toHaveLength(20 - asked.length);
});

test("calls that an open breaker prevented are refunded", async () => {
  const engine = await storeEngine(watched(5), RULES);
  const [batch] = await engine.claim(START);
  const breaker = {
    reason: "throttled",
    status: 429,
    since: START,
    until: START + MINUTE,
    strikes: 1,
    reopenedAt: 0,
    over: [],
  };
  await engine.db
    .prepare("UPDATE ticker SET gate = ?1")
    .bind(JSON.stringify({ ...breaker, recovered: false }))
    .run();
  const { asked, read } = service(false);
  await poll(batch!, engine.deps(read));
  expect(asked).toEqual([]);
  const ledger = await engine.db.prepare("SELECT unspent, last_poll_at FROM tally").first();
  expect(ledger).toEqual({ unspent: 5, last_poll_at: 0 });
});

test("with fewer calls than granted, as many are polled, and the others are due at once", async () => {
  const engine = await storeEngine(watched(5), RULES);
  const [batch] = await engine.claim(START);
  const { asked, read } = service(false);
  await poll(batch!, engine.deps(read), 2);
  expect(asked).toHaveLength(2);
  expect((await engine.claim(START + 1000))[0]!.targets).toHaveLength(3);
  expect(await engine.db.prepare("SELECT refunded FROM ticker").first("refunded")).toBe(3);
});

test.each([0, null])(
  "a commit that was written but whose response was lost is not evaluated again (slot %s)",
  async (slot) => {
    const engine = await storeEngine(
      watched(1).map((one) => ({ ...one, settings: { confirmOn: 3 } })),
      RULES,
    );
    await engine.tick(START, service(false).read);
    const deps = engine.deps(service(true).read);
    const [batch] = await engine.claim(START + MINUTE);
    const twice = { ...deps, commit: async (plan: Commit) => (await deps.commit(plan), deps.commit(plan)) };
    await poll({ ...batch!, slot }, twice);
    const [one] = await engine.targets();
    expect(JSON.parse(one!.state!)).toMatchObject({ flip: { to: "on", count: 1 } });
  },
);

test("once an answer opens the breaker, no call starts after those in flight", async () => {
  const engine = await storeEngine(watched(20), RULES);
  let calls = 0;
  const read: Read = async () => {
    calls += 1;
    await Promise.resolve();
    return err({ kind: "refused", status: 401, detail: "the service answered 401" });
  };
  const [batch] = await engine.claim(START);
  const polled = await poll(batch!, engine.deps(read));
  expect(calls).toBeLessThanOrEqual(6);
  expect(polled.events.map(({ type }) => type)).toEqual(["upstream.unauthorized"]);
  expect(await engine.upstream()).toMatchObject({ gate: { reason: "unauthorized" } });
});

test.each([401, 428, 429])(
  "a %i is no fault of the target: nothing is counted, and it is due again",
  async (status) => {
    const engine = await storeEngine(watched(3), RULES);
    const read: Read = async () => err({ kind: "refused", status, detail: "refused" });
    const before = await engine.targets();
    const revisions = () => engine.db.prepare("SELECT revision, fault FROM targets ORDER BY id").all();
    const { results } = await revisions();
    for (let n = 0; n < 7; n++) await engine.tick(START + n * 20 * MINUTE, read);
    expect(await engine.targets()).toEqual(before);
    expect((await revisions()).results).toEqual(results);
    expect((await engine.events()).filter(({ targetId }) => targetId !== null)).toEqual([]);
    // Once calls are allowed again, every target is polled immediately.
    const { asked, read: good } = service(false);
    await engine.tick(START + 200 * MINUTE, good);
    await engine.tick(START + 240 * MINUTE, good);
    expect(new Set(asked).size).toBe(3);
  },
);

test("a finished part of a batch is not evaluated again when the message is repeated, and its calls are refunded once", async () => {
  const engine = await storeEngine(
    watched(4).map((one) => ({ ...one, settings: { confirmOn: 3 } })),
    RULES,
  );
  await engine.tick(START, service(false).read);
  const deps = engine.deps(service(true).read);
  const [batch] = await engine.claim(START + MINUTE);
  const spared = { ...batch!, spare: 5 };
  let parts = 0;
  // The whole is rejected, its first half is written, and the second is never reached.
  const commit = async (plan: Commit) => {
    if (plan.targets.length > 2) return { lost: [], opened: [], batchesIn: 0, refused: "SQLITE_TOOBIG" };
    if (++parts === 2) throw new Error("Network connection lost");
    return deps.commit(plan);
  };
  await expect(poll(spared, { ...deps, commit })).rejects.toThrow("lost");
  const counted = async () => (await engine.targets()).map(({ state }) => JSON.parse(state!).flip?.count ?? 0);
  expect(await counted()).toEqual([1, 1, 0, 0]);
  const unspent = () => engine.db.prepare("SELECT unspent FROM tally").first("unspent");
  expect(await unspent()).toBe(0);
  await poll(spared, deps);
  expect(await counted()).toEqual([1, 1, 1, 1]);
  expect(await unspent()).toBe(5);
});

test("outdated findings are neither stored nor sent, and evaluated again they are stored once", async () => {
  const engine = await storeEngine(watched(3), RULES);
  await engine.tick(START, service(false).read);
  // Three of three changes at once would be held back.
  await engine.db.prepare("UPDATE targets SET state = NULL WHERE id = 'tgt_2'").run();
  const { read } = service(true, async (user) => {
    if (user === "7000") await patch(engine, "tgt_0", { params: { userId: "9999" } });
    if (user === "7001") await patch(engine, "tgt_1", { name: "renamed" });
  });
  const [batch] = await engine.claim(START + MINUTE);
  const { findings, events } = await poll(batch!, engine.deps(read));
  expect(events.map(({ targetId, target: about }) => [targetId, about?.name])).toEqual([["tgt_1", "renamed"]]);
  expect(findings.map(({ target: { id } }) => id).sort()).toEqual(["tgt_1", "tgt_2"]);
  expect((await engine.events()).map(({ targetId }) => targetId)).toEqual(["tgt_1"]);
});

test("a requested poll whose target was edited meanwhile refunds no call that it made", async () => {
  const engine = await storeEngine(watched(1), RULES);
  const { read } = service(false, () => patch(engine, "tgt_0", { name: "renamed" }));
  const [batch] = await engine.claim(START);
  await poll({ ...batch!, slot: null }, engine.deps(read));
  expect(await engine.targets()).toMatchObject([{ state: expect.stringContaining("off") }]);
  expect(await engine.db.prepare("SELECT unspent FROM tally").first("unspent")).toBe(0);
});
