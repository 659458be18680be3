import { expect, test } from "vitest";
import { lostNumber, stillUnreadable, unreadableSince, type NumberRead } from "./lost-number.ts";

const lost = (...rows: NumberRead[]) =>
  lostNumber(
    rows.map((read, place) => ({ read, place })),
    ({ read }) => read,
  )?.place;

test("a number is lost if a row has other text, or if most rows have none", () => {
  expect([lost(), lost("read", "read"), lost("read", "missing"), lost("read", "read", "missing")]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
  expect([lost("missing"), lost("read", "missing", "missing"), lost("missing", "read", "read", "text")]).toEqual([
    0, 1, 3,
  ]);
});

test("each number is unreadable since the first answer without it", () => {
  const first = stillUnreadable<"price" | "sold">(undefined, ["price"], 100);
  expect(first).toEqual({ price: 100 });
  expect(stillUnreadable(first, ["price", "sold"], 200)).toEqual({ price: 100, sold: 200 });
  expect(stillUnreadable(first, ["sold"], 200)).toEqual({ sold: 200 });
  expect(stillUnreadable(first, [], 200)).toBeUndefined();
  expect(unreadableSince([200, undefined, 100])).toEqual({ unreadableSince: new Date(100).toISOString() });
  expect(unreadableSince([undefined])).toEqual({});
});
