import { expect, test } from "vitest";
import { UNKNOWN, type Entry } from "./slot-entry.ts";
import { earliest } from "./scarcity.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const SCARCITY = { stretch: 20, fairMs: 20 * MINUTE };

const one = (id: string, entry: Partial<Entry>) => ({ id, entry: { ...UNKNOWN, last: NOW - 5 * MINUTE, ...entry } });
const chosen = (all: ReturnType<typeof one>[], tokens: number): string =>
  earliest(all, tokens, SCARCITY, NOW)
    .map(({ id }) => id)
    .join(" ");

test("polls that confirm come before targets that are due earlier or have waited longest", () => {
  const confirms = one("confirms", { due: NOW, confirms: true });
  const longest = one("longest", { due: NOW - MINUTE, last: NOW - 61 * MINUTE });
  const due = one("due", { due: NOW - 2 * MINUTE });
  const later = one("later", { due: NOW + MINUTE, confirms: true });
  expect(chosen([due, later, longest, confirms], 4)).toBe("confirms longest due later");
  expect(chosen([due, later, longest, confirms], 1)).toBe("confirms");
});

test("many polls that confirm take at most half of the calls, so that no target starves", () => {
  const many = Array.from({ length: 20 }, (_, n) => one(`c${n + 10}`, { due: NOW, confirms: true }));
  const rest = Array.from({ length: 20 }, (_, n) => one(`o${n + 10}`, { due: NOW - MINUTE }));
  const ids = chosen([...many, ...rest], 12).split(" ");
  expect(ids.filter((id) => id.startsWith("c"))).toHaveLength(6);
  expect(ids.filter((id) => id.startsWith("o"))).toHaveLength(6);
});

test("the target with the largest share of its planned wait behind it comes first, though another is due earlier", () => {
  const often = one("often", { last: NOW - 6 * MINUTE, due: NOW - MINUTE });
  const seldom = one("seldom", { last: NOW - 55 * MINUTE, due: NOW - 5 * MINUTE });
  const soon = one("soon", { last: NOW - 9 * MINUTE, due: NOW + MINUTE });
  const later = one("later", { last: NOW - MINUTE, due: NOW + MINUTE });
  expect(chosen([later, soon, seldom, often], 4)).toBe("often seldom soon later");
  expect(chosen([later, soon, seldom, often], 1)).toBe("often");
});

test("a target that was never polled counts as polled an interval before it was due", () => {
  const added = one("added", { last: 0, due: NOW - MINUTE, intervalSeconds: 120 });
  const late = one("late", { last: NOW - 16 * MINUTE, due: NOW - 6 * MINUTE });
  const onTime = one("onTime", { last: NOW - 10 * MINUTE, due: NOW });
  expect(chosen([onTime, added, late], 3)).toBe("late added onTime");
  // Due as soon as it was polled, it is not divided by zero.
  expect(chosen([late, one("resolved", { last: NOW - MINUTE, due: NOW - MINUTE })], 2)).toBe("resolved late");
});
