import { afterAll, beforeAll, expect, test } from "vitest";
import { counters, grown } from "../support/counters.ts";
import { addCreators, userIds } from "../support/creators.ts";
import { until } from "../support/started.ts";
import { startSystem, subscribeAll, type System } from "../support/system.ts";

const TARGETS = 1000;
const BATCHES = 25;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);

let system: System;

// The free plan's batches: 25 a tick, and its limits enforced on each invocation.
beforeAll(async () => {
  system = await startSystem({ LIMITS: "tight", UPSTREAM_POLLS_PER_MINUTE: "2000" });
  await addCreators(system, userIds(TARGETS));
  await subscribeAll(system, ["discord"]);
  await system.tick(START);
  await system.tick(START + MINUTE);
}, 120_000);

afterAll(() => system.stop());

/** A tick whose end is looked up beside the Worker, so that no request of ours is counted. */
async function countedTick(at: number): Promise<void> {
  expect((await fetch(`${system.base}/cdn-cgi/handler/scheduled?time=${at}`)).status).toBe(200);
  const batchesIn = "SELECT count(*) AS n FROM tally WHERE EXISTS (SELECT 1 FROM json_each(done) WHERE value = ?1)";
  const unsent = "SELECT count(*) AS n FROM deliveries WHERE status = 'pending'";
  const count = (sql: string, ...values: number[]) =>
    system.host.db
      .prepare(sql)
      .bind(...values)
      .first<number>("n");
  const done = async () => (await count(batchesIn, at)) === BATCHES && (await count(unsent)) === 0;
  await until(done, 20_000, "every batch of the tick in");
}

test("an unchanged poll writes at most 0.1 rows and takes at most 0.1 statements and 0.1 queue operations", async () => {
  const before = await counters(system);
  const ticks = 10;
  for (let n = 2; n < 2 + ticks; n++) await countedTick(START + n * MINUTE);
  const after = await counters(system);
  const polls = grown(before, after, "polls|live|ok");
  expect(polls).toBe(TARGETS * ticks);
  const per = (key: string) => grown(before, after, key) / polls;
  console.log(
    `per unchanged poll: ${per("d1|rowsWritten").toFixed(3)} rows written, ${per("d1|rowsRead").toFixed(3)} read, ` +
      `${per("d1|statements").toFixed(3)} statements, ${per("queue|operations").toFixed(3)} queue operations`,
  );
  expect(per("d1|rowsWritten")).toBeLessThanOrEqual(0.1);
  expect(per("d1|statements")).toBeLessThanOrEqual(0.1);
  expect(per("queue|operations")).toBeLessThanOrEqual(0.1);
});

test("forty targets that flip in one tick cost at most six rows each, and make one message", async () => {
  const before = await counters(system);
  for (const userId of userIds(40)) system.upstream.live.set(userId, "7457312345678901234");
  await countedTick(START + 12 * MINUTE);
  // What the deliveries wrote is counted with the next tick; take off what that tick costs by itself.
  await countedTick(START + 13 * MINUTE);
  const quiet = await counters(system);
  await countedTick(START + 14 * MINUTE);
  const after = await counters(system);
  const rows = grown(before, quiet, "d1|rowsWritten") - grown(quiet, after, "d1|rowsWritten");
  console.log(`forty flips: ${(rows / 40).toFixed(2)} rows written each, the tick's own included`);
  expect(grown(before, after, "events|live.started")).toBe(40);
  expect(rows / 40).toBeLessThanOrEqual(6);
  const { body } = await system.api("GET", "/v1/deliveries");
  expect(body.items).toHaveLength(1);
  expect(body.items[0]).toMatchObject({ status: "sent" });
  expect(body.items[0].eventIds).toHaveLength(40);
  expect(system.receiver.received).toHaveLength(1);
  expect(JSON.stringify(system.receiver.received[0]!.body)).toContain("+15 more");
});

test("no invocation went past the free plan's limits, which the engine enforces", () => {
  expect(system.log.filter((line) => /more than|queue |Error/.test(line))).toEqual([]);
});

test("the same holds for every kind", async () => {
  await system.stop();
  system = await startSystem({ LIMITS: "tight", UPSTREAM_POLLS_PER_MINUTE: "5000" });
  const params = (n: number) => ({
    live: { userId: String(5000 + n) },
    ranking: { userId: String(5000 + n), roomId: "7100" },
    hashtag: { keyword: `word ${n}`, region: "US" },
    products: { categoryId: n },
  });
  for (let n = 0; n < TARGETS / 4; n++) {
    for (const [kind, given] of Object.entries(params(n))) {
      const made = await system.api("POST", "/v1/targets", {
        kind,
        name: `${kind} ${n}`,
        params: given,
        intervalSeconds: 60,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    }
  }
  await system.tick(START);
  await countedTick(START + MINUTE);
  const before = await counters(system);
  for (let n = 2; n < 7; n++) await countedTick(START + n * MINUTE);
  const after = await counters(system);
  const kinds = ["live", "ranking", "hashtag", "products"];
  const polls = kinds.map((kind) => grown(before, after, `polls|${kind}|ok`));
  expect(polls).toEqual(kinds.map(() => (TARGETS / 4) * 5));
  const per = (key: string) => grown(before, after, key) / (TARGETS * 5);
  console.log(
    `per unchanged poll of four kinds: ${per("d1|rowsWritten").toFixed(3)} rows written, ` +
      `${per("d1|statements").toFixed(3)} statements, ${per("queue|operations").toFixed(3)} queue operations`,
  );
  expect(per("d1|rowsWritten")).toBeLessThanOrEqual(0.1);
  expect(per("d1|statements")).toBeLessThanOrEqual(0.1);
  expect(per("queue|operations")).toBeLessThanOrEqual(0.1);
}, 60_000);
