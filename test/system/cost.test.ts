import { afterAll, beforeAll, expect, test } from "vitest";
import { targetKinds } from "../../src/kinds/registry.ts";
import { addCreators, userIds } from "../support/creators.ts";
import { variants } from "../support/kinds.ts";
import { until } from "../support/started.ts";
import { counters, grown, startOnRuntime, subscribeAll, type System } from "../support/system.ts";

const TARGETS = 1000;
/** Unchanged ticks that are counted. */
const TICKS = process.env["LONG"] ? 10 : 2;
let batches = 25;

/** A delivery is made, taken and settled, each with its index entries and counts. */
const ROWS_A_MESSAGE = 24;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);

let system: System;

// The free plan's batches: 25 a tick, and its limits enforced on each invocation.
beforeAll(async () => {
  system = await startOnRuntime({ LIMITS: "tight", UPSTREAM_POLLS_PER_MINUTE: "2000" });
  await addCreators(system, userIds(TARGETS));
  await subscribeAll(system, ["discord"]);
  // The month of a new list is counted once, by its first ticks.
  for (let n = -6; n < 2; n++) await system.tick(START + n * MINUTE);
});

afterAll(() => system.stop());

/** A tick whose end is looked up beside the Worker, so that no request of ours is counted. */
async function countedTick(at: number): Promise<void> {
  expect((await system.ticked(at)).status).toBe(200);
  const batchesIn = `SELECT length(slots) - length(replace(slots, ',', '')) - 1 AS n
    FROM (SELECT coalesce(done ->> ('$."' || ?1 || '"'), ',') AS slots FROM tally)`;
  const unsent = "SELECT count(*) AS n FROM deliveries WHERE status = 'pending'";
  const count = (sql: string, ...values: string[]) =>
    system.db
      .prepare(sql)
      .bind(...values)
      .first<number>("n")
      .then((n) => n ?? 0);
  const done = async () => (await count(batchesIn, String(at))) >= batches && (await count(unsent)) === 0;
  await until(done, "every batch of the tick in");
}

test("an unchanged poll writes at most 0.1 rows and takes at most 0.1 statements and 0.1 queue operations", async () => {
  const before = await counters(system);
  for (let n = 2; n < 2 + TICKS; n++) await countedTick(START + n * MINUTE);
  const after = await counters(system);
  const polls = grown(before, after, "polls|live|ok");
  expect(polls).toBe(TARGETS * TICKS);
  const per = (key: string) => grown(before, after, key) / polls;
  console.log(
    `per unchanged poll: ${per("d1|rowsWritten").toFixed(3)} rows written, ${per("d1|rowsRead").toFixed(3)} read, ` +
      `${per("d1|statements").toFixed(3)} statements, ${per("queue|operations").toFixed(3)} queue operations`,
  );
  expect(per("d1|rowsRead")).toBeLessThanOrEqual(1.4);
  expect(per("d1|rowsWritten")).toBeLessThanOrEqual(0.1);
  expect(per("d1|statements")).toBeLessThanOrEqual(0.1);
  expect(per("queue|operations")).toBeLessThanOrEqual(0.1);
});

test("forty targets that flip in one tick cost at most eight rows each, the tick's own included, and make one message", async () => {
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
  const items = (await system.api("GET", "/v1/deliveries")).body.items as { status: string; eventIds: string[] }[];
  expect(new Set(items.flatMap(({ eventIds }) => eventIds)).size).toBe(40);
  expect(items.every(({ status }) => status === "sent")).toBe(true);
  expect(system.receiver.received).toHaveLength(items.length);
  // A slow machine makes more messages of one tick, and looks for them more often: that is not the flips' cost.
  expect((rows - (items.length - 1) * ROWS_A_MESSAGE) / 40).toBeLessThanOrEqual(8);
});

test("no invocation went past the free plan's limits, which the engine enforces", () => {
  expect(system.log.filter((line) => /more than|queue |Error/.test(line))).toEqual([]);
});

test("the same holds for every kind, where a batch need not be small for its CPU", async () => {
  await system.stop();
  system = await startOnRuntime({ LIMITS: "paid", UPSTREAM_POLLS_PER_MINUTE: "5000" });
  const kinds = Object.keys(targetKinds);
  const each = Math.floor(TARGETS / kinds.length);
  const rows = Object.values(targetKinds).flatMap((kind) =>
    variants(kind, each).map((params, n) => ({
      kind: kind.kind,
      name: `${kind.kind} ${n}`,
      params,
      intervalSeconds: 60,
    })),
  );
  const created = await system.api("POST", "/v1/targets/import", rows);
  expect(created.body.items.filter((item: { id?: string }) => item.id === undefined)).toEqual([]);
  batches = Math.ceil(rows.length / 200);
  await system.tick(START);
  await countedTick(START + MINUTE);
  const rounds = TICKS / 2;
  const before = await counters(system);
  for (let n = 2; n < 2 + rounds; n++) await countedTick(START + n * MINUTE);
  const after = await counters(system);
  const polls = kinds.map((kind) => grown(before, after, `polls|${kind}|ok`));
  expect(polls).toEqual(kinds.map(() => each * rounds));
  const per = (key: string) => grown(before, after, key) / (rows.length * rounds);
  console.log(
    `per unchanged poll of ${kinds.join(", ")}: ${per("d1|rowsWritten").toFixed(3)} rows written, ` +
      `${per("d1|statements").toFixed(3)} statements, ${per("queue|operations").toFixed(3)} queue operations`,
  );
  expect(per("d1|rowsWritten")).toBeLessThanOrEqual(0.1);
  expect(per("d1|statements")).toBeLessThanOrEqual(0.1);
  expect(per("queue|operations")).toBeLessThanOrEqual(0.1);
});
