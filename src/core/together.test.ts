import { expect, test } from "vitest";
import { together } from "./together.ts";

test("what comes in meanwhile is done in one go, as many at a time as may be, each with its own answer", async () => {
  const done: number[][] = [];
  const doubled = together(3, async (items: number[]) => {
    done.push(items);
    return items.map((one) => one * 2);
  });
  expect(await Promise.all([1, 2, 3, 4, 5].map(doubled))).toEqual([2, 4, 6, 8, 10]);
  expect(done).toEqual([[1], [2, 3, 4], [5]]);
  expect(await doubled(6)).toBe(12);
});

test("what fails together is done one by one, so that each fails by itself", async () => {
  const work = together(9, async (items: number[]) => {
    if (items.includes(13)) throw new Error(`no ${items.join()}`);
    return items;
  });
  const came = await Promise.allSettled([1, 13, 3].map(work));
  expect(came.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)))).toEqual([
    1,
    "Error: no 13",
    3,
  ]);
});
