import { expect, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import { openedPrediction } from "../../src/engine/prediction/schedule-prediction.ts";
import { readPredictions, readHistories } from "../../src/engine/poll/prediction-store.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { plainOperation } from "../support/readings.ts";
import { storeEngine } from "../support/store-engine.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BUDGET = 10;

/** A service whose first creator is live from 19:10 to 21:00 each day, the others never. */
const service = (now: () => number) => {
  const asked: [at: number, user: number][] = [];
  const read: Read = async ({ operation: name, values }) => {
    const user = Number(values["userId"]) - 7000;
    asked.push([now(), user]);
    const minute = ((now() - MONDAY) / MINUTE) % 1440;
    const alive = user === 0 && minute >= 19 * 60 + 10 && minute < 21 * 60;
    return ok({
      body: { code: 0, data: { data: [{ alive, room_id: 7100 }] } },
      operation: plainOperation(name),
      facts: {},
    });
  };
  return { asked, read };
};

test("a start and an end are learned as a prediction, which schedules polls if the budget is too small", async () => {
  const rules = { perMinute: BUDGET, batchSize: { calls: 40, cpu: 400 }, ownCalls: 40 };
  const watched = Array.from({ length: 60 }, (_, n) => ({
    id: `tgt_${n}`,
    kind: "live",
    params: { userId: String(7000 + n) },
  }));
  const engine = await storeEngine(watched, rules);
  let now = MONDAY;
  const { asked, read } = service(() => now);
  const run = async (from: number, to: number) => {
    for (now = MONDAY + from * HOUR; now < MONDAY + to * HOUR; now += MINUTE) await engine.tick(now, read);
  };
  await run(18, 22);
  const first = "tgt_0";
  const known = (await readHistories(engine.db, [first])).get(first)!.past!;
  expect(known.starts).toHaveLength(1);
  expect(Math.abs(known.starts[0]! - (MONDAY + 19 * HOUR + 10 * MINUTE))).toBeLessThan(18 * MINUTE);
  expect(known).toMatchObject({ startedAt: null, lengths: { count: 1 } });
  const sheetId = Number(await engine.db.prepare("SELECT sheet_id FROM targets").first("sheet_id"));
  const prediction = (await readPredictions(engine.db, [{ id: first, sheetId }])).get(first)!;
  expect(openedPrediction(prediction)).toMatchObject({ startedAt: null, starts: 1 });
  // The next evening, that creator is polled more often than any other at the hour of the only start.
  await run(42.5, 43.6);
  const polls = (user: number) => asked.filter(([at, who]) => who === user && at >= MONDAY + 42.5 * HOUR).length;
  expect(polls(0)).toBeGreaterThan(1.25 * Math.max(...[1, 2, 3, 4, 5].map(polls)));
  const spent = asked.filter(([at]) => at >= MONDAY + 20 * HOUR && at < MONDAY + 21 * HOUR).length;
  expect(spent).toBe(BUDGET * 60);
});

test.each([
  ["after the days that ticks replay", MONDAY + 300 * 24 * HOUR],
  ["long before the first tick", 0],
])("a target created %s learns from the days that were polled", async (_, createdAt) => {
  const rules = { perMinute: 1, batchSize: { calls: 40, cpu: 400 }, ownCalls: 40 };
  const watched = [0, 1, 2].map((n) => ({ id: `tgt_${n}`, kind: "live", params: { userId: String(7000 + n) } }));
  const engine = await storeEngine(watched, rules);
  await engine.db.prepare("UPDATE targets SET created_at = ?1").bind(createdAt).run();
  let now = MONDAY;
  const { read } = service(() => now);
  // Six evenings.
  for (let day = 0; day < 6; day++)
    for (now = MONDAY + (day * 24 + 19) * HOUR; now < MONDAY + (day * 24 + 21.5) * HOUR; now += MINUTE)
      await engine.tick(now, read);
  const sheetId = Number(await engine.db.prepare("SELECT sheet_id FROM targets").first("sheet_id"));
  const prediction = (await readPredictions(engine.db, [{ id: "tgt_0", sheetId }])).get("tgt_0")!;
  const { starts, offWeeks } = openedPrediction(prediction);
  expect(starts).toBe(6);
  expect(offWeeks).toBeGreaterThan(0.5);
  expect(offWeeks).toBeLessThan(0.8);
});
