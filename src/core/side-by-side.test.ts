import { expect, test } from "vitest";
import { sideBySide, widening } from "./side-by-side.ts";

/** Works on so many items and answers how many were under way at once, before the first went well and in all. */
async function widths(wide: number, good: (item: number) => boolean): Promise<[before: number, most: number]> {
  let [running, before, most, well] = [0, 0, 0, false];
  const done: number[] = [];
  await widening([...Array(50).keys()], 6, wide, async (item) => {
    running += 1;
    most = Math.max(most, running);
    if (!well) before = Math.max(before, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    done.push(item);
    well ||= good(item);
    return good(item);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual([...Array(50).keys()]);
  return [before, most];
}

test("few begin, and more only once one went well", async () => {
  expect(await widths(20, (item) => item >= 10)).toEqual([6, 20]);
  expect(await widths(20, () => false)).toEqual([6, 6]);
  expect(await widths(3, () => true)).toEqual([3, 3]);
});

test("a throw is passed on, whoever of them throws", async () => {
  const work = async (item: number) => {
    await Promise.resolve();
    if (item === 30) throw new Error("thirty");
    return true;
  };
  await expect(widening(Array(50).keys(), 6, 20, work)).rejects.toThrow("thirty");
  await expect(sideBySide([30], 2, async (item) => void (await work(item)))).rejects.toThrow("thirty");
});
