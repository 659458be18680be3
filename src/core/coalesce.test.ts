import { expect, test } from "vitest";
import { coalesced } from "./coalesce.ts";

test("items that arrive while work is running are batched up to the limit, and each gets its own result", async () => {
  const done: number[][] = [];
  const doubled = coalesced(3, async (items: number[]) => {
    done.push(items);
    return items.map((one) => one * 2);
  });
  expect(await Promise.all([1, 2, 3, 4, 5].map(doubled))).toEqual([2, 4, 6, 8, 10]);
  expect(done).toEqual([[1], [2, 3, 4], [5]]);
  expect(await doubled(6)).toBe(12);
});

test("a failed batch is retried item by item, so that each fails by itself", async () => {
  const work = coalesced(9, async (items: number[]) => {
    if (items.includes(13)) throw new Error(`no ${items.join()}`);
    return items;
  });
  const arrived = await Promise.allSettled([1, 13, 3].map(work));
  expect(arrived.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)))).toEqual([
    1,
    "Error: no 13",
    3,
  ]);
});
