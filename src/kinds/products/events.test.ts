import { goingOn } from "../../core/sentence.ts";
import { expect, test } from "vitest";
import { eventsOf, plain } from "../../../test/support/phrases.ts";
import type { JsonObject } from "../../core/json.ts";
import type { EventTypes } from "../event-type.ts";
import { productsEvents } from "./events.ts";

const rows: EventTypes = productsEvents;

const eventOf = eventsOf("products", "Home goods");

const lamp = { productId: "1729401122334455667", title: "Lamp", currency: "USD", percent: null };

test.each<[string, JsonObject, string, string, string]>([
  ["listed", { after: "23.8" }, "news", "Lamp is new in Home goods", "23.80 USD"],
  ["listed", { after: null }, "news", "Lamp is new in Home goods", ""],
  ["delisted", { before: "53" }, "down", "Lamp left Home goods", "Last at 53 USD"],
  [
    "price_changed",
    { before: "19.99", after: "14.99", percent: -25 },
    "down",
    "Lamp is cheaper in Home goods",
    "19.99 → 14.99 USD (−25%)",
  ],
  [
    "price_changed",
    { before: "20", after: "25", percent: 25 },
    "up",
    "Lamp is more expensive in Home goods",
    "20 → 25 USD (+25%)",
  ],
  [
    "sold_surged",
    { before: 9412, after: 14_200, percent: 50.9 },
    "up",
    "Lamp is selling fast in Home goods",
    "9,412 → 14.2K sold (+50.9%)",
  ],
  [
    "sold_surged",
    { before: 9412, after: 14_200, percent: 50.9, since: "2025-11-18T09:00:00.000Z" },
    "up",
    "Lamp is selling fast in Home goods",
    "9,412 → 14.2K sold (+50.9% since 18 Nov)",
  ],
])("%s %j", (word, data, tone, title, body) => {
  const notice = rows[`product.${word}`]!.words(eventOf(`product.${word}`, { ...lamp, ...data }), "en");
  expect(notice).toMatchObject({ tone, title, url: "https://www.tiktok.com/shop/pdp/1729401122334455667" });
  expect(plain(notice.body)).toBe(body);
  expect(plain(notice.line)).toBe(body === "" ? title : `${title} · ${plain(goingOn([body]))}`);
});

test("the push text of a price begins with its change, and its body repeats the headline", () => {
  const event = eventOf("product.price_changed", { ...lamp, before: "19.99", after: "14.99", percent: -25 });
  expect(productsEvents["product.price_changed"].words(event, "en").push).toEqual({
    text: "−25% 14.99 USD: Lamp",
    body: ["Lamp is cheaper in Home goods", "\n", "19.99 → 14.99 USD (−25%)"],
  });
  expect(productsEvents["product.price_changed"].words(event, "ja").push?.text).toBe("−25% 14.99 USD：Lamp");
});

test("a malformed id gives no link", () => {
  const event = eventOf("product.listed", { ...lamp, productId: "../x" });
  expect(productsEvents["product.listed"].words(event, "en")).toMatchObject({ url: null, links: [] });
});
