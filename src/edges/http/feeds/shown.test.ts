import { expect, test } from "vitest";
import { Shown } from "./shown.ts";

const NOW = Date.UTC(2026, 0, 5, 12);

test("a key is taken 600 times a minute, and others are not held up by it", () => {
  const shown = new Shown();
  const taken = Array.from({ length: 601 }, (_, n) => shown.take("one", NOW + n));
  expect(taken.slice(0, 600)).toEqual(Array(600).fill(0));
  expect(taken[600]).toBe(60);
  expect(shown.take("other", NOW)).toBe(0);
  expect([shown.take("one", NOW + 59_999), shown.take("one", NOW + 60_000)]).toEqual([1, 0]);
});

test("a clock that is set back keeps nothing for good", async () => {
  const shown = new Shown();
  const wanted = { name: "page", version: "1", oldestMs: 30_000 };
  let made = 0;
  const make = async () => (made += 1);
  expect(await shown.of(wanted, NOW, make)).toBe(1);
  expect(await shown.of(wanted, NOW - 10_000, make)).toBe(1);
  expect(await shown.of(wanted, NOW - 3_600_000, make)).toBe(2);
});
