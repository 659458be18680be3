import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/core/language.ts";
import type { ProductsData } from "../../src/sections/products/data.ts";
import { productNote, products } from "../../src/sections/products/section.ts";
import { trendsFirst } from "../../src/sections/score.ts";
import { scored, trendsIn } from "../../src/features/trends/trends.ts";
import type { Frame, Past } from "../../src/sections/section.ts";
import { noLook } from "../../src/kinds/products/view.ts";
import { dice } from "../support/mutations.ts";
import { runs } from "../support/runs.ts";
import { polledHistory, watched } from "./watched-past.ts";
import { inEnglish } from "../support/phrases.ts";

const HOUR = 3_600_000;
const week: Frame = { from: Date.UTC(2026, 10, 9, 8), to: Date.UTC(2026, 10, 16, 8), timezone: "Europe/Berlin" };

/** A product at one poll: cents, and how many were sold; null where it is not offered. */
type Offer = { cents: number; sold: number } | null;

/** A category, polled every six hours from some polls before the week. */
interface Category {
  lead: number;
  offers: Record<string, Offer[]>;
}

const polledAt = (lead: number, index: number): number => week.from + (index - lead) * 6 * HOUR;

/** The same week, compared with a shorter part of the time before. */
const partly: Frame = { ...week, before: { from: week.from - 9 * 24 * HOUR, to: week.from - 4 * 24 * HOUR } };

const conclude = (histories: Past[], frame = week): ProductsData =>
  products.conclude(
    histories.map((history) => products.measure(history, frame)),
    frame,
  );

/** `always` products are offered all the time, besides those of the category. */
function historyOf({ lead, offers }: Category, id = "tgt_1", always = 1, frame = week): Past {
  const length = Math.max(1, ...Object.values(offers).map((all) => all.length));
  const polls = Array.from({ length }, (_, index) => ({
    at: polledAt(lead, index),
    view: {
      offered: Object.entries(offers).flatMap(([productId, all]) => {
        const offer = all[index];
        if (offer == null) return [];
        const [price, currency] = [String(offer.cents / 100), "USD"];
        return [{ productId, title: `Product ${productId}`, price, currency, sold: offer.sold, look: noLook }];
      }),
    },
  }));
  // An answer without any product, or without most of them, says nothing.
  for (const { view } of polls)
    for (let n = 0; n < always; n++)
      view.offered.push({ productId: `0${n}`, title: "Always", price: "1", currency: "USD", sold: 0, look: noLook });
  return polledHistory(products, frame, watched(id, polledAt(lead, 0)), polls, { priceChangePercent: 0.1 });
}

/** The same once more, from the plain lists of offers. */
function expected({ lead, offers }: Category, always: number, { before: compared }: Frame = week) {
  const constant = Array.from({ length: 40 + lead }, (): Offer => ({ cents: 100, sold: 0 }));
  const all = [...Object.values(offers), ...Array.from({ length: always }, () => constant)];
  const rows = all.map((list) => {
    const at = (instant: number): number => list.findLastIndex((_, index) => polledAt(lead, index) <= instant);
    let [present, missed] = [false, 0];
    let price: number | null = null;
    let net: { before: number; after: number } | null = null;
    let [atBegin, atEnd] = [false, false];
    list.forEach((offer, index) => {
      const now = polledAt(lead, index);
      if (now > week.to) return;
      missed = offer === null ? missed + 1 : 0;
      if (missed >= 3) [present, price] = [false, null];
      if (offer !== null) {
        if (price !== null && offer.cents !== price && now > week.from) {
          net = { before: (net as { before: number } | null)?.before ?? price, after: offer.cents };
        }
        [present, price] = [true, offer.cents];
        // What is there when watching begins was there before, as far as anyone knows.
        if (index === 0 && now > week.from) atBegin = true;
      }
      if (now <= week.from) atBegin = present;
      atEnd = present;
    });
    const soldAt = (instant: number): number | null =>
      list.slice(0, at(instant) + 1).findLast((offer) => offer !== null)?.sold ?? null;
    const gained = (from: number, to: number): number | null => {
      const [before, after] = [soldAt(from), soldAt(to)];
      return before === null || after === null || after < before ? null : after - before;
    };
    const sold = gained(week.from, week.to);
    return {
      atBegin,
      atEnd,
      net: net as { before: number; after: number } | null,
      sold,
      before: gained(compared?.from ?? 2 * week.from - week.to, compared?.to ?? week.from),
    };
  });
  const ended = rows.filter(({ atEnd }) => atEnd);
  const moves = ended.flatMap(({ net }) => (net === null || net.before === net.after ? [] : [net]));
  const known = ended.filter(({ sold }) => sold !== null);
  const both = known.filter(({ before }) => before !== null);
  const total = (values: (number | null)[]): number => values.reduce((sum: number, one) => sum + (one ?? 0), 0);
  return {
    offered: ended.length,
    cuts: moves.filter(({ before, after }) => after < before).length,
    raises: moves.filter(({ before, after }) => after > before).length,
    known: known.length,
    sold: total(known.map(({ sold }) => sold)),
    compared: {
      products: both.length,
      before: total(both.map(({ before }) => before)),
      now: total(both.map(({ sold }) => sold)),
    },
    listed: rows.filter(({ atBegin, atEnd }) => atEnd && !atBegin).length,
    delisted: rows.filter(({ atBegin, atEnd }) => atBegin && !atEnd).length,
    deepest: moves
      .filter(({ before, after }) => after < before)
      .map(({ before, after }) => Math.round(((after - before) / before) * 1000) / 10)
      .sort((a, b) => a - b)
      .slice(0, 10),
    best: known
      .map(({ sold }) => sold!)
      .filter((sold) => sold > 0)
      .sort((a, b) => b - a)
      .slice(0, 10),
  };
}

const category: fc.Arbitrary<Category> = fc
  .tuple(fc.constantFrom(-4, 0, 1, 14, 28, 40), fc.integer(), fc.integer({ min: 0, max: 14 }))
  .map(([lead, seed, count]) => {
    const roll = dice(seed);
    const offers: Category["offers"] = {};
    for (let product = 1; product <= count; product++) {
      let [cents, sold, away] = [100 + Math.floor(roll() * 9000), Math.floor(roll() * 3000), roll() < 0.2];
      offers[String(product)] = Array.from({ length: lead + 29 + (lead < 0 ? 4 : 0) }, (_, index): Offer => {
        // When others come in, one may only have left what an answer shows: they come and leave at different times.
        if (index % 8 === (away ? 0 : 4) && roll() < 0.35) away = !away;
        const step = Math.floor((roll() - 0.6) * 0.5 * cents);
        // A smaller change is not told.
        if (roll() < 0.1 && Math.abs(step) > cents / 100) cents = Math.max(100, cents + step);
        sold += Math.floor(roll() ** 3 * 40);
        return away ? null : { cents, sold };
      });
    }
    return { lead, offers };
  });

test("all numbers are what a plain look at the lists of offers says", () => {
  fc.assert(
    fc.property(category, fc.constantFrom(week, partly), (one, frame) => {
      const data = conclude([historyOf(one, "tgt_1", 15, frame)], frame);
      const { deepest, best, ...counts } = expected(one, 15, frame);
      expect(data).toMatchObject(counts);
      expect(data.deepest.length).toBe(deepest.length);
      data.deepest.forEach(({ percent }, index) => expect(Math.abs(percent - deepest[index]!)).toBeLessThan(0.11));
      expect(data.best.map(({ sold }) => sold)).toEqual(best);
    }),
    { numRuns: runs(500) },
  );
});

test("a product of several categories counts once", () => {
  fc.assert(
    fc.property(category, (one) => {
      const alone = conclude([historyOf(one, "tgt_1")]);
      const twice = conclude([historyOf(one, "tgt_2"), historyOf(one, "tgt_1")]);
      expect({ ...twice, watched: null }).toEqual({ ...alone, watched: null });
    }),
    { numRuns: runs(100) },
  );
});

test("the product that a digest calls out is the one that Trends does, however much more than last week another sold", () => {
  const POLLS_A_WEEK = 28;
  /** Sales that grow by a share in each of the four weeks before, and by another one in this. */
  const growing = (start: number, usual: number, now: number): Offer[] => {
    const counts = [start];
    for (let poll = 1; poll <= 5 * POLLS_A_WEEK; poll++)
      counts.push(counts.at(-1)! * (1 + (poll <= 4 * POLLS_A_WEEK ? usual : now)) ** (1 / POLLS_A_WEEK));
    return counts.map((sold) => ({ cents: 1000, sold: Math.round(sold) }));
  };
  // The first one sold 21 times as many as in the week before.
  const offers: Category["offers"] = { 1: growing(90_000, 0.002, 0.042), 6: growing(40_000, 0.01, 0.3) };
  for (const [n, now] of [0.03, 0.035, 0.045, 0.05].entries()) offers[String(n + 2)] = growing(60_000 + n, 0.003, now);
  const data = conclude([historyOf({ lead: 4 * POLLS_A_WEEK, offers }, "tgt_1", 0)]);
  const sentence = products.fact(data, inEnglish(week))!.text;
  expect(sentence).toMatch(/^Product 6 grows on its own: \+30% sold, similar products \+4\.\d%$/);
  const at = (poll: number) =>
    Object.fromEntries(Object.entries(offers).map(([id, all]) => [`sold:${id}`, all[poll]!.sold]));
  const reading = {
    head: {} as never,
    targets: [{ id: "tgt_1", name: "Shop", kind: "products", params: {}, lastOkAt: null, state: null }],
    points: new Map([
      ["tgt_1", [4, 5].map((weeks): [number, Record<string, number>] => [weeks, at(weeks * POLLS_A_WEEK)])],
    ]),
    next: null,
    earlier: new Map([["tgt_1", [0, 1, 2, 3, 4].map((weeks) => at(weeks * POLLS_A_WEEK))]]),
  };
  const [first] = trendsFirst(scored(trendsIn(reading, { begins: "sold:" }, false, 4), reading, 0));
  expect(data.trend).toMatchObject({ title: `Product ${first!.name}`, byOwn: first!.byOwn });
  expect(data.trend!.percent).toBeCloseTo(first!.change, 0);
});

describe("a week", () => {
  const offers = (...parts: [cents: number, polls: number, perPoll: number][]): Offer[] => {
    let sold = 1000;
    return parts.flatMap(([cents, count, perPoll]) =>
      Array.from({ length: count }, () => ({ cents, sold: (sold += perPoll) })),
    );
  };
  const category: Category = {
    lead: 28,
    offers: {
      1: offers([1999, 35, 5], [1799, 10, 5], [1499, 12, 10]), // cut twice
      2: offers([1000, 40, 1], [1100, 17, 1]),
      3: offers([1000, 40, 0], [900, 5, 0], [1000, 12, 0]), // there and back again
      4: [...Array.from({ length: 40 }, () => null), ...offers([500, 17, 0])],
    },
  };
  const data = conclude([historyOf(category)]);

  test("is told in figures", () => {
    expect(products.figures(data, inEnglish(week))).toEqual([
      { label: "Price cuts", value: "1", detail: "1 raised" },
      { label: "Deepest cut", value: "−25%", detail: "Product 1: 19.99 → 14.99 USD" },
      { label: "Sold", value: "228", detail: "+35.7% vs. the week before" },
      { label: "Best seller", value: "28.6 per day", detail: "Product 1" },
      { label: "New products", value: "1", detail: "0 gone" },
    ]);
    expect(products.note(data, inEnglish(week))).toBe(null);
  });

  test("has rows of what moved", () => {
    expect(products.tables(data, inEnglish(week))).toMatchObject([
      {
        title: "Price cuts",
        rows: [{ label: "Product 1", value: "19.99 → 14.99 USD", change: { text: "−25%", tone: "down" } }],
      },
      {
        title: "Selling fastest",
        rows: [
          { label: "Product 1", value: "28.6 per day", change: null },
          { label: "Product 2", value: "4 per day", change: null },
        ],
      },
      { title: "New products", rows: [{ label: "Product 4", value: "5 USD" }] },
    ]);
  });

  test("is drawn as cuts, else as what sells", () => {
    expect(products.chart(data, inEnglish(week))).toMatchObject({
      form: "bars",
      title: "Price cuts",
      alt: "Price change, 9 – 16 Nov: Product 1 −25% (19.99 → 14.99 USD).",
      rows: [{ label: "Product 1", value: -25, text: "−25%", detail: "19.99 → 14.99 USD" }],
    });
    const uncut = conclude([historyOf({ lead: 28, offers: { 2: category.offers["2"]! } })]);
    expect(products.chart(uncut, inEnglish(week))).toMatchObject({
      title: "Selling fastest",
      rows: [{ text: "4 per day" }],
    });
  });

  test("in which nothing moved says so", () => {
    const still = conclude([historyOf({ lead: 28, offers: { 3: offers([1000, 57, 0]) } })]);
    expect(products.note(still, inEnglish(week))).toBe("No price changed. No sales were seen.");
    expect(products.chart(still, inEnglish(week))).toBe(null);
  });

  test("in which the currency changed counts prices of the last one", () => {
    const change = (hour: number, before: string, after: string, currency: string) => ({
      type: "product.price_changed",
      occurredAt: week.from + hour * HOUR,
      detectedAt: week.from + hour * HOUR,
      data: { productId: "1", before, after, currency },
    });
    const snapshot = { products: [{ productId: "1", title: "Cup", price: "8", currency: "EUR", soldCount: null }] };
    const events = [change(1, "50", "40", "USD"), change(5, "10", "9", "EUR"), change(9, "9", "8", "EUR")];
    expect(conclude([{ target: watched("tgt_1", 0), snapshot, series: {}, gaps: [], events }]).deepest).toEqual([
      { title: "Cup", before: "10", after: "8", currency: "EUR", percent: -20 },
    ]);
  });

  test("after which a product has another currency reports no price of the one before", () => {
    const event = (type: string, hour: number, data: object) => ({
      type: `product.${type}`,
      occurredAt: week.from + hour * HOUR,
      detectedAt: week.from + hour * HOUR,
      data: { productId: "1", title: "Cup", ...data },
    });
    const listed = event("listed", 1, { before: null, after: "13.05", currency: "USD" });
    const cut = event("price_changed", 5, { before: "13.05", after: "8.01", currency: "USD" });
    const snapshot = {
      products: [{ productId: "1", title: "Cup", price: "131000", currency: "IDR", soldCount: null }],
    };
    const of = (...more: ReturnType<typeof event>[]) =>
      conclude([{ target: watched("tgt_1", 0), snapshot, series: {}, gaps: [], events: [listed, cut, ...more] }]);
    const now = of();
    expect([now.deepest, now.cuts, now.raises]).toEqual([[], 0, 0]);
    expect(now.fresh).toEqual([{ title: "Cup", price: "131000", currency: "IDR" }]);
    expect(JSON.stringify(now)).not.toMatch(/USD|8\.01|13\.05/);
    for (const language of LANGUAGES)
      expect(productNote(now, { language, frame: week }), language).toMatch(
        /currency|Währung|moneda|devise|mata uang|通貨|moeda|tiền tệ/,
      );
    // In two categories it counts once, whichever says it.
    const unpriced = { products: [{ ...snapshot.products[0]!, price: null, currency: null }] };
    const other = { target: watched("tgt_0", 0), snapshot: unpriced, series: {}, gaps: [], events: [] };
    const first = { target: watched("tgt_1", 0), snapshot, series: {}, gaps: [], events: [listed, cut] };
    expect([now.rebased, conclude([other, first]).rebased]).toEqual([1, 1]);
    // An unknown currency is no other.
    const unknown = conclude([{ ...first, snapshot: unpriced }]);
    expect(unknown).toMatchObject({ rebased: 0, deepest: [{ before: "13.05", after: "8.01", currency: "USD" }] });
    // A price that was raised has changed, too.
    const raised = event("price_changed", 6, { before: "130000", after: "131000", currency: "IDR" });
    const note = productNote(of(raised), { language: "en", frame: week });
    expect([of(raised).raises, note?.includes("No price changed")]).toEqual([1, false]);
    expect(productNote(now, { language: "en", frame: week })).toContain("No price changed");
    // It changed only after the period: in the period the product became cheaper.
    const hours = (week.to - week.from) / HOUR;
    const later = event("price_changed", hours + 1, { before: "8.01", after: "7.5", currency: "USD" });
    expect(of(later).deepest).toMatchObject([{ before: "13.05", after: "8.01", currency: "USD" }]);
  });
});
