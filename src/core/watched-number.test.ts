import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { leastOf } from "./number-limits.ts";
import {
  milestoneOf,
  sampledNumber,
  unreadable,
  unreadableIn,
  watchedNumber,
  withNumbers,
  type KnownNumber,
  type NumberWatch,
} from "./watched-number.ts";
import { writtenNumber } from "./written-number.ts";

const HOUR = 3_600_000;

/** The reports for a number that is observed once an hour. */
function notified(values: number[], watch: Omit<NumberWatch, "field">[]) {
  const entries = watch.map((one) => ({ field: "plays", ...one }));
  let known: KnownNumber | null = null;
  return values.map((value, hour) => {
    const peak: number | null = known?.peak ?? null;
    const found = watchedNumber(known, value, entries, {
      at: hour * HOUR,
      lastOkAt: hour > 0 ? (hour - 1) * HOUR : null,
    });
    known = sampledNumber(JSON.parse(JSON.stringify(found.known)) as KnownNumber, value, entries, hour * HOUR);
    const { crossed, surge } = found;
    return { crossed: crossed?.value ?? null, surge, milestone: peak === null ? null : milestoneOf(peak, value, null) };
  });
}

const crossings = (values: number[], watch: Omit<NumberWatch, "field">): (number | null)[] =>
  notified(values, [watch]).map(({ crossed }) => crossed);

test("a limit is reported when passed, and again only after the number was clearly back, or back for three answers", () => {
  expect(crossings([2000, 1500], { above: 1000 })).toEqual([null, null]);
  expect(crossings([900, 1001, 999, 1001, 950, 1001], { above: 1000 })).toEqual([null, 1000, null, null, null, null]);
  expect(crossings([900, 1001, 900, 1001], { above: 1000 })).toEqual([null, 1000, null, 1000]);
  expect(crossings([900, 1001, 990, 991, 992, 1001], { above: 1000 })).toEqual([null, 1000, null, null, null, 1000]);
  expect(crossings([20, 9, 10, 9, 11, 9], { below: 10 })).toEqual([null, 10, null, null, null, 10]);
  expect(crossings([1, 0, -1, 0.5, -1], { below: 0 })).toEqual([null, null, 0, null, null]);
  expect(crossings([1000, 1000, 1000.5], { above: 1000 })).toEqual([null, null, 1000]);
});

test("of several limits passed at once, the last one is reported", () => {
  const watch = [{ above: 100 }, { above: 1000 }, { below: 50 }, { below: 10 }];
  expect(notified([70, 5000, 5], watch).map(({ crossed }) => crossed)).toEqual([null, 1000, 10]);
});

test("a new limit does not report where the number already is", () => {
  const first = watchedNumber(null, 500, [], { at: 0, lastOkAt: null }).known;
  const later = watchedNumber(first, 2000, [{ field: "plays", above: 1000 }], { at: HOUR, lastOkAt: 0 });
  expect([later.crossed, later.force]).toEqual([null, true]);
});

test("growth is reported once a day, compared with a day ago or the first value", () => {
  const hours = Array.from({ length: 60 }, (_, hour) => 1000 + 30 * hour);
  const surges = notified(hours, [{ surgePercent: 50 }]).flatMap(({ surge }, hour) =>
    surge === null ? [] : [[hour, surge.before]],
  );
  expect(surges[0]).toEqual([17, 1000]);
  expect(surges.every(([hour], place) => place === 0 || hour! - surges[place - 1]![0]! >= 24)).toBe(true);
});

/** All steps below a million, lowest first. */
const STEPS = [0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

test("each milestone is reported once, when first reached", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(12), fc.nat(1200), fc.nat(999_999)), { minLength: 2 }), (values) => {
      const expected = values.map((value, place) => {
        const highest = Math.max(...values.slice(0, place));
        const reached = STEPS.filter((step) => step > highest && step <= value);
        return place === 0 || reached.length === 0 ? null : Math.max(...reached);
      });
      expect(notified(values, []).map(({ milestone }) => milestone)).toEqual(expected);
    }),
    { numRuns: runs(3000) },
  );
});

test("custom steps are reported likewise, in any order and below zero", () => {
  expect(milestoneOf(5, 100, [1000, 50, 10])).toBe(50);
  expect(milestoneOf(50, 100, [1000, 50, 10])).toBeNull();
  expect(milestoneOf(-30, -5, [-20, -10])).toBe(-10);
  expect(milestoneOf(0, 0.5, null)).toBeNull();
  for (const power of [3, 6, 9, 12, 15]) {
    expect(milestoneOf(10 ** power - 1, 10 ** power, null)).toBe(10 ** power);
    expect(milestoneOf(10 ** (power - 1), 10 ** power - 1, null)).toBe(5 * 10 ** (power - 1));
  }
});

test("a number that fluctuates within a tenth of a limit is reported at most once", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(-9, -4, 1, 6), { minLength: 3, maxLength: 60 }), (steps) => {
      // Never three consecutive answers on the near side.
      const values = steps.flatMap((step, place) => (place % 3 === 2 ? [105] : [100 + step]));
      const count = crossings([50, ...values], { above: 100 }).filter((limit) => limit !== null).length;
      expect(count).toBe(1);
    }),
    { numRuns: runs(1000) },
  );
});

test("a drop to 0 is believed with the second answer, and happened with the first", () => {
  const watch = [{ field: "plays", below: 9000 }];
  const poll = (hour: number) => ({ at: hour * HOUR, lastOkAt: (hour - 1) * HOUR });
  const start = watchedNumber(watchedNumber(null, 10_000, watch, poll(0)).known, 10_000, watch, poll(1)).known;
  const doubted = watchedNumber(start, 0, watch, poll(2));
  expect(doubted).toMatchObject({ crossed: null, doubted: true, force: false, known: { value: 10_000 } });
  const back = watchedNumber(doubted.known, 10_000, watch, poll(3));
  expect(back).toMatchObject({ crossed: null, doubted: false, seen: poll(3) });
  expect(back.known).toEqual(start);
  const again = watchedNumber(doubted.known, 0, watch, poll(3));
  expect(again).toMatchObject({ crossed: { value: 9000 }, doubted: false, seen: poll(2), known: { value: 0 } });
  expect(again.known.zero).toBeUndefined();
  const low = watchedNumber(doubted.known, 5, watch, poll(3));
  expect(low).toMatchObject({ crossed: { value: 9000 }, doubted: false, seen: poll(3) });
});

test("ordinary changes are believed at once: a stock of 3 that is sold out, a fall to any other number", () => {
  expect(crossings([5, 3, 0], { below: 1 })).toEqual([null, null, 1]);
  expect(crossings([9, 0], { below: 1 })).toEqual([null, 1]);
  expect(crossings([10_000, 1], { below: 100 })).toEqual([null, 100]);
  expect(crossings([14.99, 0.01], { below: 1 })).toEqual([null, 1]);
});

/** A plain model of a limit `above`: what is believed, and on which side of the limit that is. */
function modelled(values: number[], limit: number): (number | null)[] {
  let believed: number | null = null;
  let doubt = false;
  let past = false;
  let near = 0;
  return values.map((value) => {
    if (value === 0 && believed !== null && believed >= 10 && !doubt) {
      doubt = true;
      return null;
    }
    doubt = false;
    const first = believed === null;
    believed = value;
    if (value > limit) {
      const reported = !first && !past;
      past = true;
      near = 0;
      return reported ? limit : null;
    }
    near += 1;
    if (value <= limit - limit / 10 || near >= 3) past = false;
    return null;
  });
}

test("generated numbers with zeros are reported as the model says, and single zeros change no report", () => {
  const met = { reports: 0, hiccups: 0, zeros: 0 };
  const value = fc.oneof(
    fc.constant(0),
    fc.constantFrom(0, 3, 9, 10),
    fc.integer({ min: 85, max: 115 }),
    fc.nat(100_000),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), fc.constantFrom(5, 100), (values, limit) => {
      const said = crossings(values, { above: limit });
      expect(said).toEqual(modelled(values, limit));
      met.reports += said.filter((one) => one !== null).length;
      met.zeros += values.filter((one, place) => one === 0 && values[place - 1] === 0).length;
      const counts = values.filter((one) => one >= 10);
      const hiccups = counts.flatMap((one, place) => (values[place]! % 2 === 0 ? [one, 0] : [one]));
      met.hiccups += hiccups.length - counts.length;
      const reported = (all: number[]) => crossings(all, { above: limit, below: limit }).filter((_, n) => all[n] !== 0);
      expect(reported(hiccups)).toEqual(reported(counts));
    }),
    { numRuns: runs(5000) },
  );
  for (const [name, count] of Object.entries(met)) expect([name, count > 100]).toEqual([name, true]);
});

/** The reports for texts that are observed once an hour. */
function notifiedOf(texts: string[], watch: Omit<NumberWatch, "field">) {
  let known: KnownNumber | null = null;
  return texts.map((text, hour) => {
    const { value, range } = writtenNumber(text, null)!;
    const poll = { at: hour * HOUR, lastOkAt: hour > 0 ? (hour - 1) * HOUR : null };
    const peak: number | null = known?.peak ?? null;
    const entries = [{ field: "plays", ...watch }];
    const found = watchedNumber(known, value, entries, poll, range);
    const stored = JSON.parse(JSON.stringify(found.known)) as KnownNumber;
    known = sampledNumber(stored, value, entries, poll.at, range);
    known = JSON.parse(JSON.stringify(known)) as KnownNumber;
    const milestone = peak === null ? null : milestoneOf(peak, leastOf({ value, range }), null);
    return { crossed: found.crossed?.value ?? null, surge: found.surge?.percent ?? null, milestone };
  });
}

test("a shortened number passes a limit only where all that it stands for does", () => {
  const crossed = (watch: Omit<NumberWatch, "field">, ...texts: string[]) =>
    notifiedOf(texts, watch).map((one) => one.crossed);
  expect(crossed({ above: 10_000 }, "9.9K", "9950", "10K", "10.1K")).toEqual([null, null, null, 10_000]);
  expect(crossed({ above: 9900 }, "9.8K", "9.9K", "9.9K", "9951")).toEqual([null, null, null, 9900]);
  expect(crossed({ above: 9900 }, "9.9K", "10K", "11K")).toEqual([null, null, null]);
  expect(crossed({ below: 10_000 }, "10.1K", "10K", "9.9K")).toEqual([null, null, 10_000]);
  expect(crossed({ below: 9900 }, "10.1K", "9.9K", "9.8K")).toEqual([null, null, 9900]);
  expect(crossed({ above: 5000 }, "1K+", "5K+", "10K+")).toEqual([null, null, null]);
  expect(crossed({ above: 5000 }, "4500", "10K+")).toEqual([null, 5000]);
  // Back, but not clearly: 9.5K may be 9,450 or 9,599.
  expect(crossed({ above: 10_000 }, "9K", "11K", "9.1K", "11K")).toEqual([null, 10_000, null, null]);
  expect(crossed({ above: 10_000 }, "9K", "11K", "8.8K", "11K")).toEqual([null, 10_000, null, 10_000]);
});

test("a milestone is reached where the least that a shortened number stands for reaches it", () => {
  const reached = (...texts: string[]) => notifiedOf(texts, {}).map(({ milestone }) => milestone);
  expect(reached("9.9K", "10.1K", "1.2M")).toEqual([null, 10_000, 1_000_000]);
  expect(reached("9.9K", "9960", "10K", "10050")).toEqual([null, null, null, 10_000]);
  // It may have been there before.
  expect(reached("10K", "11K", "19.9K", "20.1K")).toEqual([null, null, null, 20_000]);
  expect(reached("10K+", "50K+")).toEqual([null, 50_000]);
});

test("growth is measured between what shortened numbers may stand for", () => {
  const grown = (...texts: string[]) => notifiedOf(texts, { surgePercent: 50 }).map(({ surge }) => surge);
  expect(grown("1K", "2K", "3K", "4K")).toEqual([null, null, null, 300]);
  expect(grown("1.0K", "1.5K", "1.6K", "1.7K")).toEqual([null, null, null, 70]);
  expect(grown("1K+", "1M")).toEqual([null, null]);
  expect(grown("1000", "1500")).toEqual([null, 50]);
});

test("a number that cannot be read is unknown since then, and no event is lost when it is back", () => {
  const watch = [{ field: "plays", above: 1000 }];
  const first = watchedNumber(null, 900, watch, { at: 0, lastOkAt: null }).known;
  const lost = unreadable(unreadable(first, HOUR), 2 * HOUR);
  expect([lost.value, lost.unreadableSince]).toEqual([900, HOUR]);
  expect(withNumbers({ plays: 900, likes: 3 }, { plays: lost })).toEqual({ plays: null, likes: 3 });
  expect(unreadableIn({ plays: lost, likes: first })).toEqual({ unreadableSince: new Date(HOUR).toISOString() });
  expect(unreadableIn({ likes: first })).toEqual({});
  const back = watchedNumber(lost, 1200, watch, { at: 3 * HOUR, lastOkAt: 0 });
  expect([back.crossed?.value, back.force, back.known.unreadableSince]).toEqual([1000, true, undefined]);
  const same = watchedNumber(lost, 900, watch, { at: 3 * HOUR, lastOkAt: 0 });
  expect([same.crossed, same.force]).toEqual([null, true]);
  const zero = watchedNumber(lost, 0, watch, { at: 3 * HOUR, lastOkAt: 0 });
  expect([zero.doubted, zero.known.unreadableSince]).toEqual([true, undefined]);
});
