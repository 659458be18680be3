import { expect, test } from "vitest";
import { MinuteLimit } from "./write-limit.ts";

test("each token has its own limit, and ADMIN_TOKEN a higher one", () => {
  const limit = new MinuteLimit(3);
  expect([1, 2, 3].map((at) => limit.take("tok_1", at))).toEqual([0, 0, 0]);
  expect(limit.take("tok_1", 1000)).toBe(60);
  expect(limit.take("tok_1", 59_900)).toBe(1);
  expect(limit.take("tok_2", 59_900)).toBe(0);
  expect(limit.take("tok_1", 60_001)).toBe(0);
  for (let n = 0; n < 150; n++) expect(limit.take(null, 5)).toBe(0);
  expect(limit.take(null, 5)).toBe(60);
});

test("a clock set back locks nobody out", () => {
  const limit = new MinuteLimit(1);
  expect(limit.take("tok_1", 10_000_000)).toBe(0);
  expect(limit.take("tok_1", 10_000_001)).toBe(60);
  expect(limit.take("tok_1", 1_000)).toBe(0);
});

test("a key is accepted 600 times a minute without affecting other keys", () => {
  const limit = new MinuteLimit(600);
  const taken = Array.from({ length: 601 }, (_, n) => limit.take("one", Date.UTC(2026, 0, 5, 12) + n));
  expect(taken.slice(0, 600)).toEqual(Array(600).fill(0));
  expect(taken[600]).toBe(60);
  expect(limit.take("other", Date.UTC(2026, 0, 5, 12))).toBe(0);
  expect([
    limit.take("one", Date.UTC(2026, 0, 5, 12) + 59_999),
    limit.take("one", Date.UTC(2026, 0, 5, 12) + 60_000),
  ]).toEqual([1, 0]);
});
