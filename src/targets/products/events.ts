import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import { instantIn, numberIn, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Language } from "../../core/language.ts";
import type { Notice, Tone } from "../../core/notice.ts";
import { priceText, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import { goingOn, say, spoken } from "../../core/say.ts";
import { growthWithin } from "../../core/span.ts";
import { changesOf, eventType, type ChangeOf } from "../event-type.ts";
import type { ProductsWords } from "./words/en.ts";
import { productsWords } from "./words/words.ts";

const product = () => ({
  productId: z.string().describe("The product's id at the shop."),
  title: z.string().nullable().describe("What it is called; null where no answer said."),
  currency: z
    .string()
    .nullable()
    .describe("The currency of its prices as the shop names it, such as USD; null where it does not."),
});

const price = () => z.string().nullable();

const example = { productId: "2001", title: "An example product", currency: "USD" };

/** What a category's page tells. */
export const productsEvents = {
  "product.listed": eventType({
    happens: "is new",
    about: "A product is newly offered in the category.",
    fields: () => ({
      ...product(),
      before: z.null().describe("Always null: it was not offered before."),
      after: price().describe("Its price, decimal text such as 14.99; null where none is told."),
      percent: z.null().describe("Percent: always null, for there is nothing to compare with."),
    }),
    example: () => ({ ...example, before: null, after: "14.99", percent: null }),
    words: (event, language) => {
      const price = pricePart(event, "after", language) ?? "";
      return notice(event, language, "news", productsWords[language].listed, price, price);
    },
  }),
  "product.delisted": eventType({
    happens: "is gone",
    about: "A product is missing from `confirmGone` answers in a row.",
    fields: () => ({
      ...product(),
      before: price().describe("Its last price, decimal text such as 14.99; null where none was told."),
      after: z.null().describe("Always null: it is no longer offered."),
      percent: z.null().describe("Percent: always null, for there is nothing to compare with."),
    }),
    example: () => ({ ...example, before: "14.99", after: null, percent: null }),
    words: (event, language) => {
      const words = productsWords[language];
      const last = pricePart(event, "before", language);
      if (last === null) return notice(event, language, "down", words.delisted, "");
      const was = [words.lastAt(last)];
      return { ...notice(event, language, "down", words.delisted, spoken(goingOn(was))), body: was };
    },
  }),
  "product.price_changed": eventType({
    happens: "changes its price",
    about: "A product's price is `priceChangePercent` or more away from the one told last.",
    fields: () => ({
      ...product(),
      before: z.string().describe("The price told last, or seen first; decimal text such as 19.99."),
      after: z.string().describe("The price now, decimal text such as 14.99."),
      percent: z
        .number()
        .nullable()
        .describe("By how much it changed, percent, negative where it fell; null where it was free."),
      low30: z
        .string()
        .describe("Its lowest price of the last 30 days, this one included, as far as it was watched; decimal text."),
      high30: z.string().describe("Its highest price of the last 30 days likewise; decimal text."),
      percentSinceLow30: z.number().describe("How far the price now is above `low30`, percent; 0 where it is that."),
      percentSinceHigh30: z
        .number()
        .describe(
          "How far the price now is below `high30`, percent, negative; 0 where it is that. Several small cuts add up here.",
        ),
    }),
    example: () => ({
      ...example,
      before: "19.99",
      after: "14.99",
      percent: -25,
      low30: "14.99",
      high30: "24.99",
      percentSinceLow30: 0,
      percentSinceHigh30: -40,
    }),
    words: (event, language) => {
      const words = productsWords[language];
      const [before, after] = [textIn(event, "before"), pricePart(event, "after", language)];
      const percent = numberIn(event, "percent");
      const [saying, tone]: [ProductsWords["repriced"], Tone] =
        percent === null ? [words.repriced, "news"] : percent > 0 ? [words.dearer, "up"] : [words.cheaper, "down"];
      const change = before === null || after === null ? "" : `${priceText(language, before, null)} → ${after}`;
      return notice(event, language, tone, saying, `${change}${percentPart(percent, language)}`.trim(), after ?? "");
    },
  }),
  "product.sold_surged": eventType({
    happens: "sells fast",
    about: "A product's sales grew by `soldSurgePercent` since they were told last, or seen first.",
    fields: () => ({
      ...product(),
      before: z.int().describe("How many were sold when it was told last, or when it was seen first."),
      after: z.int().describe("How many are sold now."),
      percent: z.number().nullable().describe("By how much that grew, percent."),
      since: z.string().describe("When `before` were sold: the period of the growth begins then; ISO 8601."),
    }),
    example: (at) => ({ ...example, before: 1000, after: 1600, percent: 60, since: iso(at - DAY_MS) }),
    words: (event, language) => {
      const words = productsWords[language];
      const [before, after] = [numberIn(event, "before"), numberIn(event, "after")];
      const sold =
        before === null || after === null
          ? ""
          : words.sold(shortNumber(language, before), shortNumber(language, after));
      const percent = numberIn(event, "percent");
      const signed = percent === null ? "" : signedPercent(language, percent);
      const growth = growthWithin(language, signed, instantIn(event, "since"), event.detectedAt);
      const part = growth === "" ? "" : ` (${growth})`;
      return notice(event, language, "up", words.sellsFast, `${sold}${part}`.trim(), part.trim());
    },
  }),
};

export type ProductsChange = ChangeOf<typeof productsEvents>;

export const productsChange = changesOf<typeof productsEvents>();

const percentPart = (percent: number | null, language: Language): string =>
  percent === null ? "" : ` (${signedPercent(language, percent)})`;

function pricePart(event: Event, key: "before" | "after", language: Language): string | null {
  const told = textIn(event, key);
  return told === null ? null : priceText(language, told, textIn(event, "currency"));
}

/** What happened to a product, how, and what of that is said where many are listed. */
function notice(
  event: Event,
  language: Language,
  tone: Tone,
  { one, many, heading }: ProductsWords["listed"],
  how: string,
  brief = "",
): Notice {
  const words = productsWords[language];
  const title = textIn(event, "title") ?? words.product;
  const id = textIn(event, "productId");
  const url = id !== null && /^\d+$/.test(id) ? `https://www.tiktok.com/shop/pdp/${id}` : null;
  const category = event.target === null ? words.category : words.titled(event.target.name);
  return {
    tone,
    title: spoken(one(title, category)),
    url,
    subject: title,
    body: how === "" ? [] : [how],
    fields: [],
    line: say`${one(url === null ? { strong: title } : { link: title, url }, category)}${how === "" ? "" : ` · ${how}`}`,
    among: { who: title, together: many(category), heading: heading(category), brief: `${title} ${brief}`.trim() },
    links: url === null ? [] : [{ label: words.open, url }],
    footer: null,
  };
}
