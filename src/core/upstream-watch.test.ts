import { expect, test } from "vitest";
import { CALM, watchUpstream, type Observed, type Watch } from "./upstream-watch.ts";

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

/** Feeds batches one after another; answers the types of the news of each. */
const fed = (batches: Observed[]): string[][] => {
  let watch: Watch = CALM;
  return batches.map((one) => {
    const { watch: next, news } = watchUpstream(watch, one);
    watch = next;
    return news.map(({ type }) => type);
  });
};

test("most answers malformed twice in a row is drift, told once, and once more when it is over", () => {
  expect(fed([bad(0), bad(MINUTE), bad(2 * MINUTE), good(3 * MINUTE), good(4 * MINUTE)])).toEqual([
    [],
    ["upstream.drifted"],
    [],
    ["upstream.recovered"],
    [],
  ]);
});

test("one bad tick is none, and two batches of one tick are one tick", () => {
  expect(fed([bad(0), good(MINUTE), bad(2 * MINUTE), good(3 * MINUTE)]).flat()).toEqual([]);
  expect(fed([bad(0), bad(0), bad(0)]).flat()).toEqual([]);
  expect(fed([bad(0), bad(0), bad(MINUTE), bad(MINUTE)]).flat()).toEqual(["upstream.drifted"]);
});

test("drift names the operation and the path, nothing of the payload", () => {
  const { watch } = watchUpstream(CALM, bad(0));
  const { news } = watchUpstream(watch, bad(MINUTE));
  expect(news[0]!.data).toMatchObject({ detail: "most answers of live.check no longer decode at /data/data/alive" });
});

test("a mass flip is told once while it lasts, and its end once", () => {
  expect(
    fed([flips(0, true), flips(0, true), flips(0, false), flips(MINUTE, false), flips(2 * MINUTE, false)]),
  ).toEqual([["upstream.suspect"], [], [], ["upstream.recovered"], []]);
});

test("the same news of two batches has the same key", () => {
  const one = watchUpstream(CALM, flips(5, true)).news[0]!;
  const other = watchUpstream(CALM, flips(5, true)).news[0]!;
  expect(one.key).toBe(other.key);
});
