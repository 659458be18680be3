import * as z from "zod";
import { numberIn, targetName, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import type { Notice, Tone } from "../../core/notice.ts";
import { priceText, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import { changesOf, eventType, type ChangeOf } from "../event-type.ts";

const product = {
  productId: z.string().describe("The product's id at the shop."),
  title: z.string().nullable().describe("What it is called; null where no answer said."),
  currency: z
    .string()
    .nullable()
    .describe("The currency of its prices as the shop names it, such as USD; null where it does not."),
};

const price = z.string().nullable();

const example = { productId: "2001", title: "An example product", currency: "USD" };

/** What a category's page tells. */
export const productsEvents = {
  "product.listed": eventType({
    about: "A product is newly offered in the category.",
    fields: {
      ...product,
      before: z.null().describe("Always null: it was not offered before."),
      after: price.describe("Its price, decimal text such as 14.99; null where none is told."),
      percent: z.null().describe("Percent: always null, for there is nothing to compare with."),
    },
    example: () => ({ ...example, before: null, after: "14.99", percent: null }),
    words: (event) => {
      const price = pricePart(event, "after");
      const verb = { one: "is new in", many: "are new in", heading: "New in" };
      return notice(event, "news", verb, price ?? "", price ?? "");
    },
  }),
  "product.delisted": eventType({
    about: "A product is missing from `confirmGone` answers in a row.",
    fields: {
      ...product,
      before: price.describe("Its last price, decimal text such as 14.99; null where none was told."),
      after: z.null().describe("Always null: it is no longer offered."),
      percent: z.null().describe("Percent: always null, for there is nothing to compare with."),
    },
    example: () => ({ ...example, before: "14.99", after: null, percent: null }),
    words: (event) => {
      const last = pricePart(event, "before");
      const verb = { one: "left", many: "left", heading: "No longer in" };
      return notice(event, "down", verb, last === null ? "" : `Last at ${last}`);
    },
  }),
  "product.price_changed": eventType({
    about: "A product's price is `priceChangePercent` or more away from the one told last.",
    fields: {
      ...product,
      before: z.string().describe("The price told last, or seen first; decimal text such as 19.99."),
      after: z.string().describe("The price now, decimal text such as 14.99."),
      percent: z
        .number()
        .nullable()
        .describe("By how much it changed, percent, negative where it fell; null where it was free."),
    },
    example: () => ({ ...example, before: "19.99", after: "14.99", percent: -25 }),
    words: (event) => {
      const [before, after] = [textIn(event, "before"), pricePart(event, "after")];
      const percent = numberIn(event, "percent");
      const [verb, tone]: [Verb, Tone] =
        percent === null ? [repriced, "news"] : percent > 0 ? [dearer, "up"] : [cheaper, "down"];
      const change = before === null || after === null ? "" : `${priceText(before, null)} → ${after}`;
      return notice(event, tone, verb, `${change}${percentPart(percent)}`.trim(), after ?? "");
    },
  }),
  "product.sold_surged": eventType({
    about: "A product's sales grew by `soldSurgePercent` since they were told last, or seen first.",
    fields: {
      ...product,
      before: z.int().describe("How many were sold when it was told last, or when it was seen first."),
      after: z.int().describe("How many are sold now."),
      percent: z.number().nullable().describe("By how much that grew, percent."),
    },
    example: () => ({ ...example, before: 1000, after: 1600, percent: 60 }),
    words: (event) => {
      const [before, after] = [numberIn(event, "before"), numberIn(event, "after")];
      const sold = before === null || after === null ? "" : `${shortNumber(before)} → ${shortNumber(after)} sold`;
      const percent = percentPart(numberIn(event, "percent"));
      const verb = { one: "sells fast in", many: "sell fast in", heading: "Selling fast in" };
      return notice(event, "up", verb, `${sold}${percent}`.trim(), percent.trim());
    },
  }),
};

export type ProductsChange = ChangeOf<typeof productsEvents>;

export const productsChange = changesOf<typeof productsEvents>();

interface Verb {
  one: string;
  many: string;
  heading: string;
}

const repriced: Verb = { one: "has another price in", many: "have another price in", heading: "Another price in" };
const dearer: Verb = { one: "costs more in", many: "cost more in", heading: "Dearer in" };
const cheaper: Verb = { one: "costs less in", many: "cost less in", heading: "Cheaper in" };

const percentPart = (percent: number | null): string => (percent === null ? "" : ` (${signedPercent(percent)})`);

function pricePart(event: Event, key: "before" | "after"): string | null {
  const told = textIn(event, key);
  return told === null ? null : priceText(told, textIn(event, "currency"));
}

/** What happened to a product, how, and what of that is said where many are listed. */
function notice(event: Event, tone: Tone, verb: Verb, how: string, brief = ""): Notice {
  const title = textIn(event, "title") ?? "A product";
  const id = textIn(event, "productId");
  const url = id !== null && /^\d+$/.test(id) ? `https://www.tiktok.com/shop/pdp/${id}` : null;
  const category = targetName(event);
  return {
    tone,
    title: `${title} ${verb.one} ${category}`,
    url,
    subject: title,
    body: how === "" ? [] : [how],
    fields: [],
    line: [
      url === null ? { strong: title } : { link: title, url },
      ` ${verb.one} ${category}`,
      how === "" ? "" : ` · ${how}`,
    ],
    among: {
      who: title,
      together: `${verb.many} ${category}`,
      heading: `${verb.heading} ${category}`,
      brief: `${title} ${brief}`.trim(),
    },
    links: url === null ? [] : [{ label: "Open", url }],
    footer: null,
  };
}
