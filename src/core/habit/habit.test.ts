import fc from "fast-check";
import { expect, test } from "vitest";
import { endHazard, lengthened, NO_LENGTHS, USUAL_LENGTHS } from "./ending.ts";
import { nextPollOff, nextPollOn } from "./next-poll.ts";
import { firstPrice, priceAfter } from "./price.ts";
import { intensityIn, profileOf } from "./profile.ts";
import { bell, binOf, MINUTE_MS } from "./week.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Eight weeks of a start each Tuesday and Thursday at 19:05. */
const starts = Array.from({ length: 8 }, (_, week) =>
  [1, 3].map((day) => MONDAY + (week * 7 + day) * DAY + 19 * HOUR + 300_000),
).flat();
const now = MONDAY + 56 * DAY;
const past = { starts, since: MONDAY, offMinutes: 70_000, onMinutes: 2_000 };

test("a habit is where the profile is high: its hour of its days, then the hour, then any", () => {
  const profile = profileOf(past, now);
  const at = (day: number, hour: number) => intensityIn(profile, binOf(MONDAY + day * DAY + hour * HOUR));
  expect(at(1, 19)).toBeGreaterThan(10 * at(1, 7));
  expect(at(1, 19)).toBeGreaterThan(3 * at(2, 19));
  expect(at(2, 19)).toBeGreaterThan(at(2, 7));
  const fresh = profileOf({ starts: [], since: now, offMinutes: 0, onMinutes: 0 }, now);
  expect(new Set(fresh).size).toBe(1);
});

test("whatever was seen, a profile says something of every half-hour, and bells sum to one", () => {
  const anything = fc.array(fc.integer({ min: MONDAY, max: now }), { maxLength: 80 });
  fc.assert(
    fc.property(anything, fc.nat(1e6), fc.nat(1e6), fc.nat(50), (some, offMinutes, onMinutes, rate) => {
      const profile = profileOf(
        { starts: some.toSorted((a, b) => a - b), since: MONDAY, offMinutes, onMinutes },
        now,
        rate,
      );
      expect(Math.min(...profile)).toBeGreaterThan(0);
      const heap = bell(offMinutes % 1440, 1 + (onMinutes % 200), 48);
      expect(heap.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 6);
    }),
    { numRuns: 60 },
  );
});

test("the next poll is sooner where a start is likely or weighs more, later where polls are dear, and always within bounds", () => {
  const profile = profileOf(past, now);
  const evening = MONDAY + 57 * DAY + 19 * HOUR;
  const [price, longest] = [firstPrice(20), 60 * MINUTE_MS];
  const plain = nextPollOff(profile, 1, price, evening, longest);
  expect(plain).toBeLessThan(nextPollOff(profile, 1, price, evening - 12 * HOUR, longest) + 12 * HOUR);
  expect(nextPollOff(profile, 16, price, evening, longest)).toBeLessThanOrEqual(plain);
  expect(nextPollOff(profile, 1, price * 4, evening, longest)).toBeGreaterThan(plain);
  const hazard = endHazard(NO_LENGTHS, USUAL_LENGTHS);
  fc.assert(
    fc.property(fc.nat(14 * DAY), fc.double({ min: 1e-6, max: 1e3, noNaN: true }), (later, dear) => {
      for (const at of [
        nextPollOff(profile, 1, dear, now + later, longest),
        nextPollOn(hazard, now, 4, dear, now + later, longest),
      ]) {
        expect(at).toBeGreaterThanOrEqual(now + later + MINUTE_MS);
        expect(at).toBeLessThanOrEqual(now + later + longest);
      }
    }),
  );
});

test("a broadcast that usually lasts two hours is most likely to end about then", () => {
  const own = [110, 125, 118, 121, 119, 124].reduce(lengthened, NO_LENGTHS);
  const hazard = endHazard(own, USUAL_LENGTHS);
  expect(hazard(120)).toBeGreaterThan(5 * hazard(20));
  expect(own.count).toBe(6);
  expect(hazard(5000)).toBeGreaterThan(0);
});

test("the price rises where polls come late and falls where they come early; what stands at its bounds says nothing", () => {
  const polled = (waited: number, planned: number, atLongest = false) => ({
    last: now - waited,
    planned: now - waited + planned,
    atLongest,
  });
  const of = (...all: ReturnType<typeof polled>[]) => priceAfter(1, all, now, 10, 200);
  expect(of(polled(20 * MINUTE_MS, 10 * MINUTE_MS))).toBeGreaterThan(1);
  expect(of(polled(10 * MINUTE_MS, 20 * MINUTE_MS))).toBeLessThan(1);
  expect(of(polled(10 * MINUTE_MS, 60 * MINUTE_MS, true))).toBe(1);
  expect(of()).toBe(1);
});
