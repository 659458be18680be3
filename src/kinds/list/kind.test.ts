import { expect, test } from "vitest";
import { plainOperation } from "../../../test/support/readings.ts";
import type { Json } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import { listSettings } from "./params.ts";
import { readList } from "./kind.ts";
import { BLANK, type KnownItem, type ListState } from "./view.ts";

const number = { value: 5, seenAt: 0, peak: 5, sides: {}, points: [], surgedAt: null };
const known = (...ids: string[]): ListState => ({
  ...BLANK,
  known: Object.fromEntries(
    ids.map((id): [string, KnownItem] => [id, { fields: {}, seenAt: 0, absence: null, numbers: { price: number } }]),
  ),
});

/** Reads rows of `[id, price]` with this state. */
function read(rows: [id: string, price: Json][], state: ListState | null) {
  const settings = listSettings().parse({ watch: [{ field: "price", above: 1 }] });
  const reading = readList({ params: { operation: "shop.items", values: {} }, settings, before: () => state });
  reading.next();
  const operation = {
    ...plainOperation("shop.items"),
    listing: { rows: "/data/rows", id: "/id" },
    fields: { price: "/price/sale", title: "/title" },
  };
  const body = { data: { rows: rows.map(([id, sale]) => ({ id, title: "1,5", price: { sale } })) } };
  const step = reading.next(ok({ body, operation, facts: {} }));
  if (!step.done || !step.value.ok) throw new Error("it asks once");
  return step.value.value;
}

const prices = (rows: Json[], state: ListState | null = null) =>
  read(
    rows.map((price, place) => [String(place), price]),
    state,
  ).items.map(({ fields }) => fields["price"]);

test("the prices of an answer say what each of them means, or earlier answers do; titles do not", () => {
  expect(prices(["1.299", "899,00"])).toEqual([1299, 899]);
  expect(prices(["1.299", "899.5"])).toEqual([1.299, 899.5]);
  expect(prices(["1.299", "5"])).toEqual(["1.299", 5]);
  expect(prices(["1.299"], { ...BLANK, mark: "," })).toEqual([1299]);
  expect(read([["1", "9,9 mil"]], null).items[0]).toMatchObject({
    fields: { price: 9900 },
    ranges: { price: [9850, 10_000] },
  });
});

test("prices that were numbers and are other text, or mostly missing, are a fault", () => {
  const pathOf = (rows: [string, Json][], state: ListState | null) => read(rows, state).unreadable?.path ?? null;
  const three = (a: Json, b: Json, c: Json): [string, Json][] => [
    ["1", a],
    ["2", b],
    ["3", c],
  ];
  const state = known("1", "2", "3");
  expect(pathOf(three(1, 2, 3), state)).toBeNull();
  expect(pathOf(three(1, "ask us", 3), state)).toBe("/data/rows/1/price/sale");
  expect(pathOf(three(1, null, 3), state)).toBeNull();
  expect(pathOf(three(1, null, ""), state)).toBe("/data/rows/1/price/sale");
  // They never were numbers.
  expect(pathOf(three("ask", "us", "all"), known("4"))).toBeNull();
  expect(pathOf(three("ask", "us", "all"), null)).toBeNull();
  expect(pathOf([], state)).toBeNull();
});

test("an operation that is no list any more, or has no fields, is a fault", () => {
  const defined = plainOperation("shop.items");
  for (const operation of [
    { ...defined, listing: { rows: "/data/rows", id: "/id" }, fields: {} },
    { ...defined, listing: null, fields: { price: "/price" } },
  ]) {
    const reading = readList({
      params: { operation: "shop.items", values: {} },
      settings: listSettings().parse({}),
      before: () => null,
    });
    reading.next();
    const step = reading.next(ok({ body: { data: { rows: [{ id: "1" }] } }, operation, facts: {} }));
    expect(step).toMatchObject({ done: true, value: { ok: false, error: { kind: "refused" } } });
  }
});
