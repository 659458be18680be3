import { expect, test } from "vitest";
import { attemptsLeft, claimsLeft, leaseMs } from "./capacity.ts";

test("a lease outlasts every attempt that started in time", () => {
  expect(leaseMs(30_000)).toBe(60_000 + 3 * 30_000 + 10_000);
  expect(leaseMs(1000)).toBe(120_000);
});

test("nothing is claimed without capacity for one attempt at its maximum", () => {
  const statements = 1000;
  expect([0, 2, 3, 6].map((fetches) => attemptsLeft({ fetches, statements }))).toEqual([0, 0, 1, 2]);
  expect([0, 2, 3, 6].map((fetches) => claimsLeft({ fetches, statements }))).toEqual([0, 0, 1, 3]);
  expect(claimsLeft({ fetches: 1000, statements: 22 })).toBe(0);
  expect(claimsLeft({ fetches: 1000, statements: 23 })).toBe(1);
});
