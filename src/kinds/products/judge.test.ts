import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { passes } from "../../core/filter.ts";
import { rangeOf, withFormer } from "./judge.ts";
import { products } from "./kind.ts";
import { MINUTE, T0, watchProducts, type Rows } from "../../../test/support/polled-list.ts";
import type { FormerPrices } from "./view.ts";

const productsMeasured = products.measured!;

function notified(polls: Rows[], settings: object = {}): string[] {
  const poll = watchProducts(settings);
  return polls.flatMap((rows) => poll(rows).said);
}

const price = (...prices: (string | null)[]): Rows[] => prices.map((one) => [{ price: one }]);
const sold = (...counts: (number | null)[]): Rows[] => counts.map((one) => [{ sold: one }]);

test.each<[string, Rows[], string[]]>([
  ["the first products are no news", [["1", "2"]], []],
  ["a new one", [["1"], ["2", "1"]], ["listed 2"]],
  ["missing three times", [["1", "2"], ["1"], ["1"], ["1"], ["1"]], ["delisted 2"]],
  ["back in time", [["1", "2"], ["1"], ["1"], ["2", "1"], ["1"], ["1"]], []],
  ["back after that", [["1", "2"], ["1"], ["1"], ["1"], ["1", "2"]], ["delisted 2", "listed 2"]],
  ["an answer without any says nothing", [["1"], [], [], [], [], ["1"]], []],
  ["nor does one without most", [["1", "2", "3"], ["1"], ["1"], ["1", "2", "3"]], []],
  ["unless more agree", [["1", "2", "3"], ["1"], ["1"], ["1"], ["1"]], ["delisted 2", "delisted 3"]],
  [
    "what gave its slot to another is out of sight, and known when it is back",
    [
      ["1", "2"],
      ["1", "3"],
      ["1", "3"],
      ["1", "3"],
      ["1", "2"],
      ["1", "3"],
    ],
    ["listed 3"],
  ],
  ["nor does it reset", [["1", "2"], ["1"], [], ["1"], [], ["1"]], ["delisted 2"]],
  ["an empty first answer is a baseline", [[], ["1"]], ["listed 1"]],
  ["a price that falls", price("20", "15"), ["price_changed 1"]],
  ["written otherwise it is the same", price("20", "20"), []],
  ["by less than a percent", price("20", "20.19"), []],
  ["by a percent", price("20", "20.2"), ["price_changed 1"]],
  ["little by little, against the price told last", price("20", "20.1", "20.19", "20.2"), ["price_changed 1"]],
  ["missing prices are no change", price("20", null, "20", null), []],
  ["a first price is none", price(null, "20", "20"), []],
  [
    "another currency is another measure",
    [["1"], [{ currency: "EUR", price: "18" }], [{ currency: "EUR", price: "18" }]],
    [],
  ],
  ["a currency that is missing is the same", [["1"], [{ currency: null, price: "15" }]], ["price_changed 1"]],
  ["sales that grow by half", sold(1000, 1499, 1500), ["sold_surged 1"]],
  ["measured from what was told", sold(1000, 1500, 2000, 2249, 2250), ["sold_surged 1", "sold_surged 1"]],
  ["a drop to nothing is noise", sold(1000, 0, 1000, null, 1000), []],
  ["a dip is noise", sold(1000, 300, 1000), []],
  ["a fall that stays is a new base", sold(1000, 300, 300, 300, 400, 450), ["sold_surged 1"]],
  ["from nothing", sold(0, 5, 6), []],
  ["from the first count that is known", sold(null, 1000, 1499, 1500), ["sold_surged 1"]],
])("%s", (_name, polls, expected) => {
  expect(notified(polls)).toEqual(expected);
});

test("the data of each event", () => {
  const poll = watchProducts();
  poll(["1", "2"]);
  const [cheaper, listed] = poll([{ price: "14.5", sold: 1000 }, "2", "3"]).changes;
  const range = { low30: "14.5", high30: "20", percentSinceLow30: 0, percentSinceHigh30: -27.5 };
  expect(cheaper).toEqual({
    type: "product.price_changed",
    key: `1/${T0 + MINUTE}`,
    occurredAt: T0 + MINUTE,
    window: { from: T0, to: T0 + MINUTE },
    data: { productId: "1", title: "Lamp", before: "20", after: "14.5", percent: -27.5, currency: "USD", ...range },
  });
  expect(listed?.data).toEqual({
    productId: "3",
    title: "Lamp",
    before: null,
    after: "20",
    percent: null,
    currency: "USD",
  });
  const [surge] = poll([{ price: "14.5", sold: 1600 }, "2", "3"]).changes;
  expect(surge).toMatchObject({ key: `1/${T0}`, data: { before: 1000, after: 1600, percent: 60, currency: "USD" } });
  const without: Rows = [{ price: "14.5", sold: 1600 }, "3"];
  expect(poll(without).again).toBe(60);
  poll(without);
  const { changes, again } = poll(without);
  expect(again).toBeNull();
  expect(changes).toEqual([
    {
      type: "product.delisted",
      key: `2/${T0 + 3 * MINUTE}`,
      occurredAt: T0 + 3 * MINUTE,
      window: { from: T0 + 2 * MINUTE, to: T0 + 3 * MINUTE },
      data: { productId: "2", title: "Lamp", before: "20", after: null, percent: null, currency: "USD" },
    },
  ]);
});

test("small changes are not stored", () => {
  const poll = watchProducts();
  expect(poll(["1"])).toMatchObject({ written: true, samples: { "price:1": 20, "sold:1": 1000 } });
  for (const count of [1001, 1005, 0, 1009])
    expect(poll([{ sold: count, title: `Lamp ${count}` }]).written).toBe(false);
  expect(poll([{ sold: 1010 }])).toMatchObject({ written: true, samples: { "sold:1": 1010 } });
  expect(poll([{ sold: 1010, title: "Lampe" }]).written).toBe(false);
});

test("excluded products are ignored even if they are in the answer", () => {
  const poll = watchProducts({}, ["2"]);
  poll(["1"]);
  expect(poll(["2", "1"])).toMatchObject({ written: false, said: [] });
});

test("a surge of sales has the start of its period", () => {
  const poll = watchProducts();
  poll([{ sold: 1000 }]);
  expect(poll([{ sold: 1500 }]).changes[0]!.data).toMatchObject({ since: new Date(T0).toISOString() });
});

test("prices in another currency are a series of their own, and resume when the currency returns", () => {
  const poll = watchProducts();
  const samplesOf = (...rows: Parameters<typeof poll>[0]) => {
    const { samples, state } = poll(rows);
    const named = productsMeasured.known(state);
    return Object.entries(samples ?? {})
      .filter(([series]) => series.startsWith("price:"))
      .map(([series, value]) => [
        series,
        value,
        productsMeasured.currency!(state, series),
        named[series.slice("price:".length)],
      ]);
  };
  expect(samplesOf({ price: "14.66" })).toEqual([["price:1", 14.66, "USD", "Lamp"]]);
  expect(samplesOf({ price: "234482", currency: "IDR" })).toEqual([["price:1/IDR", 234_482, "IDR", "Lamp"]]);
  expect(samplesOf({ price: "20", currency: "USD" })).toEqual([["price:1", 20, "USD", "Lamp"]]);
});

test("a price or a count that can no longer be read is unknown, until it is read again", () => {
  const poll = watchProducts();
  const displayed = (rows: Rows) => {
    const { state } = poll(rows);
    return (products.snapshot(state) as { products: object[] }).products;
  };
  expect(displayed([{ price: "12.5", sold: 10 }])).toMatchObject([{ price: "12.5", soldCount: 10 }]);
  const since = new Date(T0 + MINUTE).toISOString();
  expect(displayed([{ price: null, sold: 10 }])).toMatchObject([
    { price: null, soldCount: 10, unreadableSince: since },
  ]);
  expect(displayed([{ price: null, sold: null }])).toMatchObject([
    { price: null, soldCount: null, unreadableSince: since },
  ]);
  const [back] = displayed([{ price: "1299", sold: 10 }]);
  expect(back).toMatchObject({ price: "1299", soldCount: 10 });
  expect(back).not.toHaveProperty("unreadableSince");
  expect(displayed([{ price: "1299", sold: 0 }])).toMatchObject([{ soldCount: 10 }]);
});

/** The data of the last price change of a product that had each of these prices for a day. */
function range(...prices: string[]): object {
  const poll = watchProducts({}, [], 24 * 60 * MINUTE);
  return prices.map((one) => poll([{ price: one }])).at(-1)!.changes[0]!.data;
}

test("a price change includes the range of thirty days, so that several small cuts add up", () => {
  expect(range("100", "90", "81", "72.9")).toMatchObject({
    percent: -10,
    low30: "72.9",
    high30: "100",
    percentSinceLow30: 0,
    percentSinceHigh30: -27.1,
  });
  const filter = { field: "data.percentSinceHigh30", op: "lte", value: -20 } as const;
  const matches = (data: object) => passes(filter, { data } as never);
  expect(
    [
      ["100", "90"],
      ["100", "90", "81"],
      ["100", "90", "81", "72.9"],
    ].map((some) => matches(range(...some))),
  ).toEqual([false, false, true]);
  expect(range("100", "50", "80")).toMatchObject({ low30: "50", high30: "100", percentSinceLow30: 60 });
  // A price that was replaced 31 days ago is dropped, one that was replaced 30 days ago is not.
  const stood = (days: number) => range("100", ...Array.from({ length: days }, () => "80"), "60");
  expect(stood(30)).toMatchObject({ high30: "100" });
  expect(stood(31)).toMatchObject({ high30: "80" });
  expect(range("100", "90")).toMatchObject({ low30: "90", high30: "100" });
});

test("the range covers all prices within thirty days, and few of them are stored", () => {
  const prices = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 40 })), {
    minLength: 1,
    maxLength: 120,
  });
  fc.assert(
    fc.property(prices, (steps) => {
      const stood: { until: number; price: number }[] = [];
      let [former, now, hour]: [FormerPrices | null, number, number] = [null, 1000, 0];
      for (const [wait, next] of steps) {
        if (next === now) continue;
        hour += wait;
        former = withFormer(former, String(now), T0 + hour * 60 * MINUTE);
        stood.push({ until: Math.floor((T0 / MINUTE / 60 + hour) / 24), price: now });
        now = next;
        const today = stood.at(-1)!.until;
        const all = [now, ...stood.filter(({ until }) => until >= today - 30).map(({ price }) => price)];
        const { low30, high30 } = rangeOf(former, String(now));
        expect([Number(low30), Number(high30)]).toEqual([Math.min(...all), Math.max(...all)]);
        expect(Math.max(former.lows.length, former.highs.length)).toBeLessThanOrEqual(31);
      }
    }),
    { numRuns: runs(300) },
  );
});

test("another currency starts the range over", () => {
  const poll = watchProducts();
  for (const one of ["100", "50"]) poll([{ price: one }]);
  poll([{ currency: "EUR", price: "80" }]);
  expect(poll([{ currency: "EUR", price: "60" }]).changes[0]!.data).toMatchObject({ low30: "60", high30: "80" });
});
