import { expect, test } from "vitest";
import { sideBySide, widening } from "./concurrency.ts";

/** Works on a number of items. Returns the maximum concurrency before the first success, and in total. */
async function widths(
  wide: (meanMs: number) => number,
  good: (item: number) => boolean,
  tookMs = 0,
): Promise<[before: number, most: number]> {
  let [running, before, max, well, clock] = [0, 0, 0, false, 0];
  const done: number[] = [];
  const work = async (item: number) => {
    running += 1;
    max = Math.max(max, running);
    if (!well) before = Math.max(before, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    done.push(item);
    well ||= good(item);
    clock += tookMs;
    return good(item);
  };
  await widening([...Array(50).keys()], 6, wide, work, () => clock);
  expect(done.toSorted((a, b) => a - b)).toEqual([...Array(50).keys()]);
  return [before, max];
}

test("few start, and more only after a success", async () => {
  expect(
    await widths(
      () => 20,
      (item) => item >= 10,
    ),
  ).toEqual([6, 20]);
  expect(
    await widths(
      () => 20,
      () => false,
    ),
  ).toEqual([6, 6]);
  expect(
    await widths(
      () => 3,
      () => true,
    ),
  ).toEqual([3, 3]);
});

test("slower answers allow more concurrency", async () => {
  const asLong = (meanMs: number) => (meanMs >= 100 ? 30 : 8);
  expect(await widths(asLong, () => true, 1)).toEqual([6, 8]);
  expect(await widths(asLong, () => true, 100)).toEqual([6, 30]);
});

test("an error is rethrown, whichever item throws it", async () => {
  const work = async (item: number) => {
    await Promise.resolve();
    if (item === 30) throw new Error("thirty");
    return true;
  };
  await expect(widening(Array(50).keys(), 6, () => 20, work, Date.now)).rejects.toThrow("thirty");
  await expect(sideBySide([30], 2, async (item) => void (await work(item)))).rejects.toThrow("thirty");
});
