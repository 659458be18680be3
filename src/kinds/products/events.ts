import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import { type Event, instantIn, numberIn, textIn } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Language } from "../../core/language.ts";
import type { Notice, Tone } from "../../core/notice.ts";
import { comparedNumbers } from "../../core/compared-numbers.ts";
import { priceText, signedPercent } from "../../core/numbers-as-text.ts";
import { goingOn, say, spoken, withColon } from "../../core/sentence.ts";
import { growthWithin } from "../../core/spans.ts";
import { type ChangeOf, changesOf, eventType } from "../event-type.ts";
import { en, type ProductsWords } from "./words/en.ts";
import { inEach } from "../../languages/in-each.ts";

/** Wording of product events in each language. */
const productsWords = inEach("products", en);

const product = () => ({
  productId: z.string().describe("The product's ID at the shop."),
  title: z.string().nullable().describe("The product's title; null if unknown."),
  currency: z
    .string()
    .nullable()
    .describe("Currency of its prices as the shop names it, such as USD; null if unknown."),
});

const price = () => z.string().nullable();

const example = { productId: "2001", title: "An example product", currency: "USD" };

/** Events of shop categories. */
export const productsEvents = {
  "product.listed": eventType({
    happens: "is new",
    about: "A product is new in the category.",
    fields: () => ({
      ...product(),
      before: z.null().describe("Always null: there is no earlier price."),
      after: price().describe("Its price as decimal text, such as 14.99; null if unknown."),
      percent: z.null().describe("Change in percent. Always null, because there is nothing to compare."),
    }),
    example: () => ({ ...example, before: null, after: "14.99", percent: null }),
    words: (event, language) => {
      const price = pricePart(event, "after", language) ?? "";
      return notice(event, language, "news", productsWords[language].listed, price, price);
    },
  }),
  "product.delisted": eventType({
    happens: "is removed",
    about: "A product is missing from `confirmGone` answers in a row. One whose slot another took is not delisted.",
    fields: () => ({
      ...product(),
      before: price().describe("Its last price as decimal text, such as 14.99; null if unknown."),
      after: z.null().describe("Always null: it is no longer listed."),
      percent: z.null().describe("Change in percent. Always null, because there is nothing to compare."),
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
    happens: "changes price",
    about:
      "A product's price differs by `priceChangePercent` or more from the last reported price. Another currency is not a change of price.",
    fields: () => ({
      ...product(),
      before: z.string().describe("The last reported or first known price as decimal text, such as 19.99."),
      after: z.string().describe("The current price as decimal text, such as 14.99."),
      percent: z
        .number()
        .nullable()
        .describe("Change in percent, negative if the price fell; null if it was free before."),
      low30: z.string().describe("Lowest known price of the last 30 days, this one included; decimal text."),
      high30: z.string().describe("Highest known price of the last 30 days, this one included; decimal text."),
      percentSinceLow30: z.number().describe("How far the current price is above `low30`, in percent; 0 if equal."),
      percentSinceHigh30: z
        .number()
        .describe(
          "How far the current price is below `high30`, in percent, negative; 0 if equal. Several small cuts add up here.",
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
      const worded = notice(
        event,
        language,
        tone,
        saying,
        `${change}${percentPart(percent, language)}`.trim(),
        after ?? "",
      );
      if (percent === null || after === null) return worded;
      const text = withColon(language, `${signedPercent(language, percent)} ${after}`, worded.subject);
      return { ...worded, push: { text, body: [worded.title, "\n", ...worded.body] } };
    },
  }),
  "product.sold_surged": eventType({
    happens: "sells fast",
    about: "A product's sales grow by `soldSurgePercent` since they were last reported or first seen.",
    fields: () => ({
      ...product(),
      before: z.int().describe("Units sold when last reported or first seen."),
      after: z.int().describe("Units sold now."),
      percent: z.number().nullable().describe("Growth in percent."),
      since: z.string().describe("When `before` was measured: the start of the growth period, ISO 8601."),
    }),
    example: (at) => ({ ...example, before: 1000, after: 1600, percent: 60, since: iso(at - DAY_MS) }),
    words: (event, language) => {
      const words = productsWords[language];
      const [before, after] = [numberIn(event, "before"), numberIn(event, "after")];
      const sold =
        before === null || after === null
          ? ""
          : words.sold(...(comparedNumbers(language, [before, after]) as [string, string]));
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
  const worded = textIn(event, key);
  return worded === null ? null : priceText(language, worded, textIn(event, "currency"));
}

/** Renders an event of a product. `how` has the details, `brief` is added to its entry in lists. */
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
