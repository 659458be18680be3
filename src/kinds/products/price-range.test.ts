import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE, T0, watchProducts } from "../../../test/support/polled-list.ts";
import { runs } from "../../../test/support/runs.ts";
import { passes } from "../../core/filter.ts";
import { rangeOf, withFormer } from "./judge.ts";
import { storedProducts } from "./kind.ts";
import type { FormerPrices } from "./view.ts";

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

test("another currency starts the range over, and old rows have none", () => {
  const poll = watchProducts();
  for (const one of ["100", "50"]) poll([{ price: one }]);
  poll([{ currency: "EUR", price: "80" }]);
  expect(poll([{ currency: "EUR", price: "60" }]).changes[0]!.data).toMatchObject({ low30: "60", high30: "80" });
  const old = { since: 0, sampledAt: 0, known: { 1: { title: "Lamp", price: "20", toldPrice: "20" } } };
  expect(storedProducts.state(old)!.known["1"]!.formerPrices).toBeNull();
});
