import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Fault } from "../../src/core/fault.ts";
import { ok } from "../../src/core/result.ts";
import { ticksBetween } from "../../src/core/schedule.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { readPredictions, readHistories } from "../../src/engine/poll/prediction-store.ts";
import { openedPrediction } from "../../src/engine/prediction/schedule-prediction.ts";
import { fakeTime, listen, platform, watch } from "../support/platform.ts";
import { polledInTurn } from "../support/polled-in-turn.ts";
import { streamers } from "../support/creators.ts";
import type { Delays } from "../support/polling-log.ts";
import { plainOperation } from "../support/readings.ts";
import { storeEngine } from "../support/store-engine.ts";
import { engineOver } from "../support/whole-engine.ts";

describe("adaptive", () => {
  describe("adaptive", () => {
    // Twenty creators per call and minute, without prior data, on the whole engine: ticks, batches, polls and commits.

    const DAY = 1440;
    const DAYS = 4;
    const PER_MINUTE = 3;
    const CREATORS = 20 * PER_MINUTE;

    const mean = (all: Delays): number => all.reduce((sum, [, minutes]) => sum + minutes, 0) / all.length;
    const max = (all: Delays): number => Math.max(...all.map(([, minutes]) => minutes));

    // The long run and `npm run bench` measure it; what is learned of one evening is below.
    test.runIf(process.env["LONG"])(
      "a budget that is too small is spent and never exceeded, and finds starts sooner than in turn and ends no later",
      async () => {
        const world = streamers(CREATORS, DAYS, 7);
        const even = polledInTurn(world, PER_MINUTE, DAYS * DAY);
        const prediction = await engineOver({
          histories: world,
          perMinute: PER_MINUTE,
          minutes: DAYS * DAY,
          optionalCalls: 2,
        });
        const calls = prediction.calls.reduce((sum, one) => sum + one, 0);
        expect(prediction.mostCalls).toBeLessThanOrEqual(PER_MINUTE);
        expect(calls).toBeGreaterThanOrEqual(0.98 * PER_MINUTE * DAYS * DAY);
        // Facts about running streams take at most their share.
        expect(prediction.optional).toBeLessThan(0.1 * calls);
        expect(prediction.starts.length).toBeGreaterThan(0.97 * even.starts.length);
        expect(mean(even.starts) / mean(prediction.starts)).toBeGreaterThan(1.2);
        // Confirmations come at the next tick, or the one after if others do too. For a creator who was just live, the grace
        // of three minutes has to pass as well.
        expect(mean(prediction.confirmed)).toBeLessThan(1.2);
        expect(max(prediction.confirmed)).toBeLessThanOrEqual(3 + 2);
        // In turn, an end is confirmed one turn after it was seen.
        expect(mean(prediction.ends)).toBeLessThan(mean(even.ends) + 1);
        expect(mean(prediction.offs)).toBeLessThan(mean(even.offs) + 3);
        expect(prediction.longestGap).toBeLessThanOrEqual(60 + 3);
      },
    );

    describe("between", () => {
      const MINUTE = 60_000;
      const START = Date.UTC(2026, 0, 5, 12);
      const LIVE = (on: boolean) =>
        JSON.stringify({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } });

      fakeTime(START);

      test("sub-ticks follow the shortest interval, and are never closer than allowed", () => {
        const seconds = (shortest: number, least: number) =>
          ticksBetween(START, shortest * 1000, least * 1000).map((at) => (at - START) / 1000);
        expect(seconds(15, 10)).toEqual([15, 30, 45]);
        expect(seconds(1, 10)).toEqual([10, 20, 30, 40, 50]);
        expect(seconds(25, 10)).toEqual([25, 50]);
        for (const none of [seconds(60, 10), seconds(Infinity, 10), seconds(15, Infinity)]) expect(none).toEqual([]);
      });

      test("on the paid plan targets with a short interval are polled in sub-ticks, others as usual; the free plan has none", async () => {
        for (const [LIMITS, polls, notified] of [
          ["paid", [4, 1], 30],
          ["free", [1, 1], null],
        ] as const) {
          vi.setSystemTime(START);
          const cloud = await platform({ LIMITS, MIN_INTERVAL_SECONDS: "15", UPSTREAM_POLLS_PER_MINUTE: "60" });
          const reported = await listen(cloud);
          await watch(cloud, ["7001"], { intervalSeconds: 15 });
          await watch(cloud, ["7002"]);
          const outside = cloud.outside;
          const requested: string[] = [];
          const since = (user: string) => requested.filter((who) => who === user).length;
          let minute = 0;
          cloud.outside = (url, body) => {
            const user = /live.check.*user_id=(\d+)/.exec(url)?.[1];
            if (user === undefined) return outside(url, body);
            requested.push(user);
            // Live from the third poll of the second minute on, if there is one.
            return { status: 200, body: LIVE(minute === 1 && user === "7001" && since(user) >= 3) };
          };
          await cloud.tick(START);
          requested.length = 0;
          minute = 1;
          await cloud.tick(START + MINUTE);
          expect([since("7001"), since("7002")], LIMITS).toEqual(polls);
          const { body } = await cloud.api("GET", "/v1/events?type=live.started");
          const at = body.items[0]?.detectedAt;
          expect(at === undefined ? null : (Date.parse(at) - START - MINUTE) / 1000, LIMITS).toBe(notified);
          expect(reported.length > 0, LIMITS).toBe(notified !== null);
        }
      });
    });
  });

  describe("recovery", () => {
    // Predictions, the poll threshold and breakers could be spoiled by faults. After a good day they are as if there had
    // been none.

    const DAY = 1440;
    /** Starts are compared on the last two days. */
    const DAYS = 6;
    const PER_MINUTE = 3;
    /** Faults happen on the third day. The fourth is good, and then everything is evaluated. */
    const [FAULTS_FROM, FAULTS_UNTIL, EVALUATED_FROM] = [2 * DAY, 3 * DAY, 4 * DAY];

    const FAULTS: Record<string, Fault | "lost"> = {
      500: { kind: "unreachable", status: 500, detail: "no answer" },
      timeout: { kind: "unreachable", status: null, detail: "no answer in time" },
      garbage: { kind: "malformed", status: 200, detail: "not JSON" },
      429: { kind: "throttled", status: 429, detail: "too many", retryAfterSeconds: 90 },
      401: { kind: "refused", status: 401, detail: "refused" },
      lost: "lost",
    };

    interface Spell {
      name: string;
      /** Its duration, and the time since the previous one, minutes. */
      lasts: number;
      after: number;
    }

    const spell = fc.record({
      name: fc.constantFrom(...Object.keys(FAULTS)),
      lasts: fc.constantFrom(1, 5, 30, 120, 400),
      after: fc.integer({ min: 0, max: 240 }),
    });

    function weatherOf(spells: Spell[]): (minute: number) => Fault | "lost" | null {
      const minutes = new Map<number, Fault | "lost">();
      let at = FAULTS_FROM;
      for (const { name, lasts, after } of spells) {
        at += after;
        for (const end = at + lasts; at < end && at < FAULTS_UNTIL; at++) minutes.set(at, FAULTS[name]!);
      }
      return (minute) => minutes.get(minute) ?? null;
    }

    const mean = (all: Delays): number => all.reduce((sum, [, minutes]) => sum + minutes, 0) / all.length;

    // Four times six days: `fault-sequences.test.ts` says in the short run that no fault outlasts itself.
    test.runIf(process.env["LONG"])(
      "a good day after any day of faults, the poll threshold and delays of starts are as without faults",
      async () => {
        const histories = streamers(20 * PER_MINUTE, DAYS, 11);
        const ran = async (weather?: (minute: number) => Fault | "lost" | null) => {
          const run = {
            histories,
            perMinute: PER_MINUTE,
            minutes: DAYS * DAY,
            optionalCalls: 2,
            judgedFrom: EVALUATED_FROM,
          };
          return engineOver(weather === undefined ? run : { ...run, weather });
        };
        const calm = await ran();
        const sequences = fc.sample(fc.array(spell, { minLength: 6, maxLength: 8 }), { numRuns: 3, seed: 13 });
        const names = new Set(sequences.flat().map(({ name }) => name));
        expect(names.size).toBe(Object.keys(FAULTS).length);
        const delays: Delays = [];
        for (const spells of sequences) {
          const found = await ran(weatherOf(spells));
          const [price, before] = [found.prices[3]!, calm.prices[3]!];
          expect(price / before).toBeGreaterThan(0.8);
          expect(price / before).toBeLessThan(1.2);
          delays.push(...found.starts);
        }
        expect(mean(delays)).toBeLessThan(1.2 * mean(calm.starts));
      },
    );
  });
});

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
