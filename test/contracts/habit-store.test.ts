import { fixedBudget } from "../../src/core/budget.ts";
import { afterAll, describe, expect, test } from "vitest";
import {
  predictionOf,
  storedPrediction,
  type StoredPrediction,
} from "../../src/engine/prediction/schedule-prediction.ts";
import { arrived, NO_HISTORY, went } from "../../src/engine/prediction/history.ts";
import { USUAL_STARTING } from "../../src/engine/prediction/profile.ts";
import {
  storePredictions,
  priorStore,
  readPredictions,
  readHistories,
} from "../../src/engine/poll/prediction-store.ts";
import { EMPTY_COMMIT } from "../../src/engine/commit.ts";
import type { Event } from "../../src/core/event.ts";
import { USUAL_LENGTHS } from "../../src/engine/prediction/ending.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { startEvent } from "../support/messages.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import { testDatabases } from "../support/sqlite-d1.ts";
import { keepingOn, loadBatch, timetableStore } from "../support/store-engine.ts";

const NOW = Date.UTC(2026, 0, 5);
const HOUR = 3_600_000;
const SIGNS = "0123456789abcdefghjkmnpqrstvwxyz";

/** A prediction that differs from all others by its starts. */
const predictionNo = (n: number): StoredPrediction =>
  storedPrediction(
    predictionOf(went(arrived(NO_HISTORY, NOW + n * HOUR), NOW + n * HOUR + HOUR), NOW, NOW + 2000 * HOUR),
    NOW + n,
  );

describe.each(testDatabases())("the prediction store on $name", ({ fresh, stop }) => {
  afterAll(stop);

  test("predictions of many targets are read back unchanged, and others are not, whatever the limits of a statement", async () => {
    const db = await fresh();
    const all = Array.from({ length: 1500 }, (_, n) => ({
      id: `tgt_${String(n).padStart(25, "0")}${SIGNS[n % 32]}`,
      sheetId: 1 + (n % 2),
    }));
    const known = all.slice(0, 40);
    const predictions = Object.fromEntries(
      known.map(({ id, sheetId }, n) => [id, { sheetId, habit: predictionNo(n) }]),
    );
    await db.batch(storePredictions(db, predictions));
    const found = await readPredictions(db, all);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known.map(({ id }, n) => [id, predictionNo(n)])));
    // A newly learned prediction replaces the previous one and leaves its neighbours.
    await db.batch(storePredictions(db, { [known[0]!.id]: { sheetId: 1, habit: predictionNo(99) } }));
    const again = await readPredictions(db, known);
    expect([again.size, again.get(known[0]!.id), again.get(known[1]!.id)]).toEqual([
      40,
      predictionNo(99),
      predictionNo(1),
    ]);
    expect(await priorStore(db, fixedBudget(60)).sampled()).toHaveLength(40);
  });

  test("the starts since the prior in force are read by the time between the polls around them", async () => {
    const db = await fresh();
    await priorStore(db, fixedBudget(60)).keepPool({ ...USUAL_STARTING, lengths: USUAL_LENGTHS, at: NOW, levels: [] });
    const start = (n: number, minutes: number | null): Event => {
      const detectedAt = NOW + n * HOUR;
      const window = { from: minutes === null ? null : detectedAt - minutes * 60_000, to: detectedAt };
      return {
        ...startEvent,
        id: `evt_${n}`,
        targetId: null,
        target: null,
        occurredAt: detectedAt,
        detectedAt,
        window,
      };
    };
    for (const [n, minutes] of [
      [-1, 7],
      [1, 4],
      [2, null],
      [3, 9],
    ] as const)
      await commit(db, { ...EMPTY_COMMIT, id: `c${n}`, tick: NOW + n * HOUR, events: [start(n, minutes)] });
    const { startsMs, pool } = await priorStore(db, fixedBudget(60)).inForce();
    expect([startsMs, pool.at]).toEqual([[9 * 60_000, 4 * 60_000], NOW]);
  });

  test("a deleted target's prediction is deleted; its history has its creation and the zone of it or its watchlist", async () => {
    const db = await fresh();
    const keeping = keepingOn(db, NOW);
    for (const n of [1, 2])
      await keeping.make(target, { kind: "live", name: "n", params: { userId: `70${n}` } }, `tgt_${n}`);
    const sheetId = Number(await db.prepare("SELECT sheet_id FROM targets").first("sheet_id"));
    const both = [1, 2].map((n) => ({ id: `tgt_${n}`, sheetId }));
    await db.batch(
      storePredictions(db, Object.fromEntries(both.map(({ id }, n) => [id, { sheetId, habit: predictionNo(n) }]))),
    );
    await db.prepare("UPDATE targets SET past = ?1 WHERE id = 'tgt_1'").bind(JSON.stringify(NO_HISTORY)).run();
    await db.prepare("UPDATE targets SET timezone = 'Asia/Tokyo' WHERE id = 'tgt_1'").run();
    await db.prepare("UPDATE watchlists SET timezone = 'Europe/Berlin'").run();
    const histories = await readHistories(db, ["tgt_1", "tgt_2", "tgt_gone"]);
    expect([...histories]).toEqual([
      ["tgt_1", { past: NO_HISTORY, since: NOW, timezone: "Asia/Tokyo", hours: null }],
      ["tgt_2", { past: null, since: NOW, timezone: "Europe/Berlin", hours: null }],
    ]);
    await keeping.remove(target, "tgt_1");
    expect([...(await readPredictions(db, both)).keys()]).toEqual(["tgt_2"]);
  });

  test("ticks read the whole prior, batches only how targets start, and only with a poll threshold", async () => {
    const db = await fresh();
    const STARTING = { rate: 5, day: USUAL_STARTING.day.map((_, bin) => bin / 23.5) };
    const prior = { ...STARTING, lengths: { mean: 4, variance: 0.5 }, at: NOW, levels: [[7, 1]] as [number, number][] };
    const batch = { tick: NOW, slot: null, batches: 0, grant: 0, careful: false, targets: [] };
    const planningAt = async (load: object) => {
      await db.prepare("UPDATE ticker SET load = ?1").bind(JSON.stringify(load)).run();
      return (await loadBatch(db, batch)).planning;
    };
    expect(await planningAt({ price: 0.5 })).toEqual({ price: 0.5, pool: USUAL_STARTING, firstTickAt: 0 });
    await priorStore(db, fixedBudget(60)).keepPool(prior);
    expect(await planningAt({ price: 0.5 })).toEqual({ price: 0.5, pool: STARTING, firstTickAt: 0 });
    expect(await planningAt({ price: 0.5, firstTickAt: NOW })).toMatchObject({ firstTickAt: NOW });
    for (const load of [{}, { price: 0 }])
      expect(await planningAt(load)).toEqual({ price: 0, pool: USUAL_STARTING, firstTickAt: 0 });
    expect((await timetableStore(db).readTimetable()).pool).toEqual(prior);
  });
});
