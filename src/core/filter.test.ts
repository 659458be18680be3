import { expect, test } from "vitest";
import { passes, type Filter } from "./filter.ts";

const event = {
  type: "live.started",
  target: { name: "Maria" },
  data: { place: 4, info: { viewers: "120", title: "Songs & stories" }, gone: null },
};
const met = (field: string, op: Filter["op"], value: Filter["value"]) => passes({ field, op, value }, event);

test.each<[boolean, string, Filter["op"], Filter["value"]]>([
  [true, "data.place", "eq", 4],
  [true, "data.place", "eq", "4"],
  [false, "data.place", "eq", 5],
  [false, "data.place", "ne", "4"],
  [true, "data.place", "ne", 5],
  [true, "data.place", "ne", null],
  [false, "data.place", "eq", null],
  [true, "data.place", "lt", 5],
  [false, "data.place", "lt", 4],
  [true, "data.place", "lte", 4],
  [false, "data.place", "lte", 3],
  [true, "data.place", "gt", 3],
  [false, "data.place", "gt", 4],
  [true, "data.place", "gte", 4],
  [false, "data.place", "gte", 5],
  [true, "data.info.viewers", "gte", 100],
  [false, "target.name", "gt", 0],
  [false, "target.name", "lte", 0],
  [true, "data.place", "in", [1, "4"]],
  [false, "data.place", "in", [1, 5]],
  [true, "data.info.title", "contains", "SONGS"],
  [false, "data.info.title", "contains", "dance"],
])("%s: %s %s %j", (expected, ...filter) => {
  expect(met(...filter)).toBe(expected);
});

test.each(["data.nothing", "data.gone", "data.place.more", "data.constructor", "data.info.__proto__", "toString.name"])(
  "%s is missing: it equals only null, and meets no other condition",
  (field) => {
    expect([met(field, "ne", "x"), met(field, "eq", null), met(field, "ne", null)]).toEqual([true, true, false]);
    for (const op of ["eq", "lt", "lte", "gt", "gte", "contains"] as const)
      expect([field, op, met(field, op, op === "contains" ? "" : 0)]).toEqual([field, op, false]);
    expect(met(field, "in", ["x", 0])).toBe(false);
  },
);

test("an object equals nothing, and contains its text", () => {
  expect([met("data.info", "eq", '{"viewers":"120"}'), met("data.info", "contains", "stories")]).toEqual([false, true]);
});
