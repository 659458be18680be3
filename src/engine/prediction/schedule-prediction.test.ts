import fc from "fast-check";
import { expect, test } from "vitest";
import { endHazard, lengthened, NO_LENGTHS, USUAL_LENGTHS } from "./ending.ts";
import {
  predictionOf,
  nextPoll,
  noPrediction,
  openedPrediction,
  storedPrediction,
  nextPollOff,
  nextPollOn,
} from "./schedule-prediction.ts";
import { intensityIn, profileOf } from "./profile.ts";
import { arrived, NO_HISTORY, offShare, went } from "./history.ts";
import { firstPrice, priorOf, USUAL } from "./population-prior.ts";
import { addBell, binOf, MINUTE_MS } from "./week.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Eight weeks of starts on Tuesday and Thursday at 19:05. */
const starts = Array.from({ length: 8 }, (_, week) =>
  [1, 3].map((day) => MONDAY + (week * 7 + day) * DAY + 19 * HOUR + 300_000),
).flat();
const now = MONDAY + 56 * DAY;
const history = { ...NO_HISTORY, starts, onMinutes: 2_000 };

test("a profile is highest at the usual hour of its weekdays, then at that hour, then elsewhere", () => {
  const profile = profileOf(history, MONDAY, now);
  const at = (day: number, hour: number) => intensityIn(profile, binOf(MONDAY + day * DAY + hour * HOUR));
  expect(at(1, 19)).toBeGreaterThan(10 * at(1, 7));
  expect(at(1, 19)).toBeGreaterThan(3 * at(2, 19));
  expect(at(2, 19)).toBeGreaterThan(at(2, 7));
  const fresh = profileOf(NO_HISTORY, now, now);
  expect(new Set(fresh).size).toBe(1);
});

test("a late creator becomes more likely: starts only count in weeks in which it is off by then", () => {
  const daily = Array.from({ length: 40 }, (_, day) => MONDAY + day * DAY + 19.25 * HOUR);
  const profile = profileOf({ ...NO_HISTORY, starts: daily }, MONDAY, MONDAY + 40 * DAY);
  const at = (hour: number) => intensityIn(profile, binOf(MONDAY + hour * HOUR));
  expect(at(19.5)).toBeGreaterThan(1.5 * at(18.5));
  expect(at(23.5)).toBeLessThan(at(18.5));
});

test("every half-hour of any profile has an intensity, and bells sum to their weight", () => {
  const anything = fc.array(fc.integer({ min: MONDAY, max: now }), { maxLength: 48 });
  fc.assert(
    fc.property(anything, fc.nat(1e6), fc.nat(50), (some, onMinutes, rate) => {
      const seen = { ...NO_HISTORY, starts: some.toSorted((a, b) => a - b), onMinutes };
      expect(Math.min(...profileOf(seen, MONDAY, now, { ...USUAL, rate }))).toBeGreaterThan(0);
      const heap = new Float64Array(48);
      addBell(heap, onMinutes % 1440, 1 + (onMinutes % 200), 3);
      expect(heap.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(3, 6);
    }),
    { numRuns: 60 },
  );
});

test("the next poll is sooner if a start is likely or weighs more, later with a higher threshold, and within bounds", () => {
  const profile = profileOf(history, MONDAY, now);
  const evening = MONDAY + 57 * DAY + 19 * HOUR;
  const [price, longest] = [firstPrice(20), 60 * MINUTE_MS];
  const plain = nextPollOff(profile, 1, price, evening, longest);
  expect(plain).toBeLessThan(nextPollOff(profile, 1, price, evening - 12 * HOUR, longest) + 12 * HOUR);
  expect(nextPollOff(profile, 16, price, evening, longest)).toBeLessThanOrEqual(plain);
  expect(nextPollOff(profile, 1, price * 4, evening, longest)).toBeGreaterThan(plain);
  fc.assert(
    fc.property(fc.nat(14 * DAY), fc.double({ min: 1e-6, max: 1e3, noNaN: true }), (later, dear) => {
      const terms = { pool: USUAL, weight: 4, price: dear, shortestMs: MINUTE_MS, longestMs: longest };
      const prediction = predictionOf(history, MONDAY, now);
      for (const startedAt of [null, now]) {
        const at = nextPoll({ ...prediction, startedAt }, now + later, terms);
        expect(at).toBeGreaterThanOrEqual(now + later + MINUTE_MS);
        expect(at).toBeLessThanOrEqual(now + later + longest);
      }
    }),
  );
});

test("a stream that usually lasts two hours most likely ends about then", () => {
  const own = [110, 125, 118, 121, 119, 124].reduce(lengthened, NO_LENGTHS);
  const hazard = endHazard(own, USUAL_LENGTHS);
  expect(hazard(120)).toBeGreaterThan(5 * hazard(20));
  expect(own.count).toBe(6);
  expect(hazard(5000)).toBeGreaterThan(0);
});

test("a history has starts and durations; a short break is no start, and a stream seen first on has no duration", () => {
  const twice = [arrived, went, arrived].reduce((one, step, n) => step(one, MONDAY + n * HOUR), NO_HISTORY);
  expect(twice).toMatchObject({ starts: [MONDAY, MONDAY + 2 * HOUR], onMinutes: 60, startedAt: MONDAY + 2 * HOUR });
  expect(arrived(twice, MONDAY + 2 * HOUR)).toBe(twice);
  // Read once more after its end, it does not begin again.
  const over = went(twice, MONDAY + 3 * HOUR);
  expect(arrived(over, MONDAY + 2 * HOUR)).toBe(over);
  const back = arrived(went(twice, MONDAY + 3 * HOUR), MONDAY + 3 * HOUR + 5 * MINUTE_MS);
  expect(back).toMatchObject({ starts: twice.starts, startedAt: MONDAY + 3 * HOUR });
  expect(went(NO_HISTORY, now)).toMatchObject({ lengths: NO_LENGTHS, onMinutes: 0, endedAt: now });
  const many = Array.from({ length: 60 }, (_, n) => n).reduce(
    (one, n) => went(arrived(one, MONDAY + n * HOUR), MONDAY + n * HOUR + 30 * MINUTE_MS),
    NO_HISTORY,
  );
  expect([many.starts.length, many.starts[0]]).toEqual([48, MONDAY + 12 * HOUR]);
});

test("a stored prediction takes under half a kilobyte and is read back unchanged; an unknown target has the usual prior", () => {
  const prediction = predictionOf(went({ ...history, startedAt: now - HOUR }, now), MONDAY, now);
  const stored = storedPrediction(prediction, now);
  expect(JSON.stringify(stored).length).toBeLessThan(512);
  const { profile, ...rest } = openedPrediction(JSON.parse(JSON.stringify(stored)));
  expect([...profile]).toEqual([...prediction.profile]);
  expect(rest).toMatchObject({ startedAt: null, starts: 16, lengths: { count: 1 } });
  expect(priorOf([noPrediction()])).toEqual(USUAL);
  expect(priorOf([{ ...noPrediction(), starts: 40, offWeeks: 20 }]).rate).toBe(2);
});

test("a target without observations is expected at the times of day of all others", () => {
  const prior = priorOf(Array.from({ length: 20 }, () => predictionOf(history, MONDAY, now)));
  const profile = profileOf(NO_HISTORY, now, now, prior);
  const at = (hour: number) => intensityIn(profile, binOf(MONDAY + hour * HOUR));
  expect(at(19)).toBeGreaterThan(2 * at(7));
  expect(at(3 * 24 + 19)).toBe(at(19));
  expect(prior.day.reduce((sum, share) => sum + share, 0)).toBeCloseTo(48, 1);
});

test("the duration of a partly observed stream is unknown, but the observed part counts as on", () => {
  const unseen = went(arrived(NO_HISTORY, MONDAY, 0, false), MONDAY + HOUR);
  expect(unseen).toMatchObject({ starts: [], lengths: NO_LENGTHS, onMinutes: 60, endedAt: MONDAY + HOUR });
  expect(unseen).not.toHaveProperty("startUnknown");
  const partly = went(arrived(NO_HISTORY, MONDAY), MONDAY + 5 * HOUR, 90 * MINUTE_MS);
  expect(partly).toMatchObject({ starts: [MONDAY], lengths: NO_LENGTHS, onMinutes: 90 });
});

test("a target that is almost always on counts as off for 3 % of the time", () => {
  expect(offShare({ ...NO_HISTORY, startedAt: MONDAY }, MONDAY, now)).toBe(0.03);
  expect(offShare(NO_HISTORY, MONDAY, now)).toBe(1);
});

test("dropped starts reduce the weeks that count", () => {
  const daily = Array.from({ length: 48 }, (_, day) => now - (48 - day) * DAY);
  const { offWeeks } = predictionOf({ ...NO_HISTORY, starts: daily }, now - 700 * DAY, now);
  expect(offWeeks).toBeCloseTo(48 / 7, 5);
  expect(predictionOf(history, now - 70 * DAY, now).offWeeks).toBeGreaterThan(9);
  // A repeated tick may be from before the target.
  expect(predictionOf(NO_HISTORY, now + DAY, now).offWeeks).toBe(0);
});

test("a live target is polled for its end: later at its usual hour of starts", () => {
  const evening = MONDAY + 57 * DAY + 19 * HOUR;
  const terms = { pool: USUAL, weight: 1, price: firstPrice(20), shortestMs: 1, longestMs: 600 * MINUTE_MS };
  const off = predictionOf(history, MONDAY, now);
  expect(nextPoll({ ...off, startedAt: evening }, evening, terms)).toBeGreaterThan(nextPoll(off, evening, terms));
});

test("a young stream is looked at closely: it is not polled minutes before it can end", () => {
  const endsAfter = (minutes: number) => (age: number) => (age < minutes ? 0 : 1);
  for (const minutes of [8, 20, 60]) {
    const at = nextPollOn(endsAfter(minutes), now, 1, 0.01, now, 600 * MINUTE_MS);
    expect(Math.abs(at - now - minutes * MINUTE_MS)).toBeLessThan(Math.max(2, minutes / 20) * MINUTE_MS);
  }
});

test("only the latest dozen durations count, and any stream may end at any time", () => {
  const long = Array.from({ length: 40 }, () => 60).reduce(lengthened, NO_LENGTHS);
  const short = Array.from({ length: 24 }, () => 20).reduce(lengthened, long);
  expect([long.count, short.count]).toEqual([12, 12]);
  expect(Math.exp(short.mean)).toBeLessThan(25);
  const hazard = endHazard(long, USUAL_LENGTHS);
  for (const age of [1, 2, 1e6]) expect(hazard(age)).toBeGreaterThanOrEqual(2e-4);
});

test("the week is a circle: late on Sunday, Monday's starts are expected", () => {
  const profile = new Uint8Array(336);
  profile[binOf(MONDAY + 30 * MINUTE_MS)] = 255;
  const at = nextPollOff(profile, 1, 5, MONDAY + 7 * DAY - 20 * MINUTE_MS, 600 * MINUTE_MS);
  expect(at).toBeGreaterThan(MONDAY + 7 * DAY + 30 * MINUTE_MS);
  expect(at).toBeLessThan(MONDAY + 7 * DAY + 45 * MINUTE_MS);
});
