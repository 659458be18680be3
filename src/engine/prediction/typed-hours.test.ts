import { expect, test } from "vitest";
import { windowsOf } from "../../core/weekly-hours.ts";
import { NO_HISTORY } from "./history.ts";
import { priorOf } from "./population-prior.ts";
import { intensityIn, USUAL_STARTING } from "./profile.ts";
import { openedPrediction, predictionOf, storedPrediction } from "./schedule-prediction.ts";
import { binOf, WEEK_BINS, WEEK_MS } from "./week.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const windows = windowsOf([{ days: ["mon", "wed", "fri"], from: "20:00", to: "23:00" }]);

const predicted = (starts: number[], weeks: number, typed = true, all = USUAL_STARTING) =>
  predictionOf({ ...NO_HISTORY, starts }, MONDAY, MONDAY + weeks * WEEK_MS, all, typed ? { windows, weeks } : null);
const profile = (...of: Parameters<typeof predicted>) => predicted(...of).profile;
const at = (all: Uint8Array, hours: number) => intensityIn(all, binOf(MONDAY + hours * HOUR));

test("a new creator is expected at typed hours, and not at others", () => {
  const [typed, none] = [profile([], 0), profile([], 0, false)];
  for (const day of [0, 2, 4]) expect(at(typed, day * 24 + 20) / at(none, day * 24 + 20)).toBeGreaterThan(3);
  for (const hour of [8, 24 + 20, 6 * 24 + 20]) expect(at(typed, hour) / at(none, hour)).toBeLessThan(1);
});

test("what is seen outweighs wrong hours: two starts elsewhere, or some weeks in which nobody came", () => {
  const elsewhere = [1, 2, 3].map((day) => MONDAY + day * DAY + 9 * HOUR);
  const apart = (starts: number[], weeks: number) => {
    const [typed, none] = [profile(starts, weeks), profile(starts, weeks, false)];
    return Math.max(...Array.from({ length: WEEK_BINS }, (_, bin) => intensityIn(typed, bin) / intensityIn(none, bin)));
  };
  expect(apart(elsewhere, 1)).toBeLessThan(2);
  expect(apart(elsewhere, 1)).toBeLessThan(apart([], 0) / 2);
  expect(apart([], 4)).toBeLessThan(apart([], 1));
  expect(apart([], 12)).toBe(1);
});

test("starts at typed hours confirm them", () => {
  const kept = [0, 2].map((day) => MONDAY + day * DAY + 20.3 * HOUR);
  const friday = 4 * 24 + 20;
  expect(at(profile(kept, 0.6), friday) / at(profile(kept, 0.6, false), friday)).toBeGreaterThan(2);
});

test("what others' hours turned out to be worth is what new ones are worth", () => {
  const trustAfter = (starts: number[]): number => {
    const stored = JSON.parse(JSON.stringify(storedPrediction(predicted(starts, 0.6), MONDAY)));
    return priorOf(Array.from({ length: 20 }, () => openedPrediction(stored))).trust!;
  };
  const kept = trustAfter([0, 2].map((day) => MONDAY + day * DAY + 20.3 * HOUR));
  const broken = trustAfter([0, 1, 2].map((day) => MONDAY + day * DAY + 9 * HOUR));
  expect(priorOf([predicted([], 0, false)]).trust).toBeUndefined();
  expect([kept > 0.9, broken < 0.2]).toEqual([true, true]);
  const [none, ...others] = [null, broken, 0.8, kept].map((trust) =>
    at(profile([], 0, trust !== null, trust === null ? USUAL_STARTING : { ...USUAL_STARTING, trust }), 20),
  );
  expect([...others].sort((a, b) => a - b)).toEqual(others);
  expect(others[0]! / none!).toBeLessThan(others[2]! / none! / 2);
});
