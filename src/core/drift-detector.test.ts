import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { CALM, watchUpstream, type Observed, type Watch } from "./drift-detector.ts";

const MINUTE = 60_000;
const bad = (tick: number, path = "/data/data/alive"): Observed => ({
  tick,
  operations: { "live.check": { good: 1, bad: 5, path } },
  massFlip: null,
});
const good = (tick: number): Observed => ({
  tick,
  operations: { "live.check": { good: 5, bad: 1, path: undefined } },
  massFlip: null,
});
const flips = (tick: number, massFlip: boolean): Observed => ({ tick, operations: {}, massFlip });

/** Processes batches one after another. Returns the types of news of each. */
const fed = (batches: Observed[]): string[][] => {
  let watch: Watch = CALM;
  return batches.map((one) => {
    const { watch: next, news } = watchUpstream(watch, one);
    watch = next;
    return news.map(({ type }) => type);
  });
};

test("mostly malformed answers in two ticks are drift, reported once, and its end with the first good answers", () => {
  expect(fed([bad(0), bad(MINUTE), bad(2 * MINUTE), good(3 * MINUTE), good(4 * MINUTE)])).toEqual([
    [],
    ["upstream.drifted"],
    [],
    ["upstream.recovered"],
    [],
  ]);
});

test("intermittent drift is not over until answers have stayed good", () => {
  const flapping = (well: number, from = 0) =>
    Array.from({ length: 600 }, (_, n) => (n % (3 + well) < 3 ? bad : good)((from + n) * MINUTE));
  const soonLasting = ["upstream.drifted", "upstream.recovered", "upstream.drifted"];
  for (const well of [1, 2, 5, 9]) expect(fed(flapping(well)).flat()).toEqual(soonLasting);
  const after = Array.from({ length: 15 }, (_, n) => good((600 + n) * MINUTE));
  expect(fed([...flapping(5), ...after]).flat()).toEqual([...soonLasting, "upstream.recovered"]);
});

test("a day has at most 14 news of an operation, and lasting drift is always reported and ended", () => {
  const day = 1440;
  fc.assert(
    fc.property(
      fc.array(fc.record({ bad: fc.integer({ min: 1, max: 40 }), good: fc.integer({ min: 1, max: 400 }) }), {
        minLength: 1,
        maxLength: 60,
      }),
      (spells) => {
        const minutes = spells.flatMap((one) => [
          ...Array.from({ length: one.bad }, () => bad),
          ...Array.from({ length: one.good }, () => good),
        ]);
        const rest = Array.from({ length: 361 }, () => good);
        const news = fed([...minutes, ...rest].map((answer, n) => answer(n * MINUTE)));
        const at = news.flatMap((types, minute) => types.map((type) => ({ type, minute })));
        for (const { minute } of at)
          expect(at.filter((one) => one.minute >= minute && one.minute < minute + day).length).toBeLessThanOrEqual(14);
        // Both types alternate, and after six good hours no drift is open.
        at.forEach(({ type }, n) => expect(type).toBe(n % 2 === 0 ? "upstream.drifted" : "upstream.recovered"));
        expect(at.length % 2).toBe(0);
        expect(at.length > 0).toBe(spells.some((one) => one.bad >= 2));
      },
    ),
    { numRuns: runs(300) },
  );
});

test("one bad tick is not drift, and two batches of one tick count once", () => {
  expect(fed([bad(0), good(MINUTE), bad(2 * MINUTE), good(3 * MINUTE)]).flat()).toEqual([]);
  expect(fed([bad(0), bad(0), bad(0)]).flat()).toEqual([]);
  expect(fed([bad(0), bad(0), bad(MINUTE), bad(MINUTE)]).flat()).toEqual(["upstream.drifted"]);
});

test("a good batch of the tick that another found bad neither prevents drift nor ends it", () => {
  expect(fed([bad(0), good(0), bad(MINUTE), good(MINUTE), good(2 * MINUTE)])).toEqual([
    [],
    [],
    ["upstream.drifted"],
    [],
    ["upstream.recovered"],
  ]);
});

test("drift names the operation and the path, but nothing of the payload", () => {
  const { watch } = watchUpstream(CALM, bad(0));
  const { news } = watchUpstream(watch, bad(MINUTE));
  expect(news[0]!.data).toMatchObject({
    detail: "most answers of live.check can no longer be decoded at /data/data/alive",
  });
});

test("a mass flip is reported once, and so is its end", () => {
  expect(
    fed([flips(0, true), flips(0, true), flips(0, false), flips(MINUTE, false), flips(2 * MINUTE, false)]),
  ).toEqual([["upstream.suspect"], [], [], ["upstream.recovered"], []]);
});

test("the same news of two batches has the same key", () => {
  const one = watchUpstream(CALM, flips(5, true)).news[0]!;
  const other = watchUpstream(CALM, flips(5, true)).news[0]!;
  expect(one.key).toBe(other.key);
});
