import { expect, test } from "vitest";
import { countWithin, inPieces, type Page } from "./page.ts";

/** Reads pages of numbers from 0 to `last`, of which only multiples of `every` are items. Remembers their limits. */
function reader(last: number, every = 1) {
  const limits: number[] = [];
  const list = async ({ limit, after }: Page<number>) => {
    limits.push(limit);
    const from = after === null ? 0 : after + 1;
    const looked = Array.from({ length: Math.min(limit, last + 1 - from) }, (_, n) => from + n);
    return { items: looked.filter((n) => n % every === 0), next: from + limit > last ? null : looked.at(-1)! };
  };
  return { limits, list };
}

const read = async (limit: number, last: number, { every = 1, size }: { every?: number; size?: number } = {}) => {
  const { limits, list } = reader(last, every);
  const page = await inPieces(list, { limit, after: null }, size === undefined ? undefined : () => size);
  return { limits, count: page.items.length, next: page.next };
};

test("a page is read in as few statements as its length allows", async () => {
  expect(await read(300, 5000)).toEqual({ limits: [300], count: 300, next: 299 });
  expect(await read(2500, 5000)).toEqual({ limits: [1000, 1000, 500], count: 2500, next: 2499 });
  expect(await read(2500, 99)).toEqual({ limits: [1000], count: 100, next: null });
});

test("the first piece shows how large items are, and how many fit", async () => {
  expect(await read(1000, 5000, { size: 1 })).toEqual({ limits: [100, 900], count: 1000, next: 999 });
  expect(await read(1000, 5000, { size: 5 })).toEqual({ limits: [100, 100], count: 200, next: 199 });
  expect(await read(1000, 5000, { size: 30 })).toEqual({ limits: [100], count: 100, next: 99 });
  expect(await read(1000, 5000, { size: 0 })).toMatchObject({
    limits: [100, 1000, 1000, 1000, 1000, 1000],
    next: null,
  });
});

test("rare items are looked for in at most sixteen statements", async () => {
  const { limits, count, next } = await read(100, 1e6, { every: 1000 });
  expect([limits.length, next === null]).toEqual([16, false]);
  expect(count).toBeGreaterThan(0);
});

test("rows are counted up to a limit and a million characters, but at least one", () => {
  const chars = (n: number) => n;
  expect(countWithin([5, 5, 5], 2, chars)).toBe(2);
  expect(countWithin([600_000, 400_000, 1], 9, chars)).toBe(2);
  expect(countWithin([600_000, 400_001, 1], 9, chars)).toBe(1);
  expect(countWithin([2_000_000, 1], 9, chars)).toBe(1);
  expect(countWithin([1, 2], 9, chars)).toBe(9);
});
