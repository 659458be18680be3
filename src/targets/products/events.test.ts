import { expect, test } from "vitest";
import type { Event } from "../../core/event.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Phrase } from "../../core/notice.ts";
import type { EventTypes } from "../event-type.ts";
import { productsEvents } from "./events.ts";

const rows: EventTypes = productsEvents;

const T0 = Date.UTC(2026, 0, 5, 12);

const eventOf = (type: string, data: JsonObject): Event => ({
  id: "evt_1",
  type,
  targetId: "tgt_1",
  watchlistId: "wl_1",
  target: { name: "Home goods", kind: "products", params: {} },
  occurredAt: T0,
  detectedAt: T0,
  window: { from: null, to: T0 },
  data,
  follows: null,
});

const plain = (phrases: Phrase[]): string =>
  phrases
    .map((phrase) => {
      if (typeof phrase === "string") return phrase;
      if ("at" in phrase) return "<when>";
      return "strong" in phrase ? phrase.strong : phrase.link;
    })
    .join("");

const lamp = { productId: "1729401122334455667", title: "Lamp", currency: "USD", percent: null };

test.each<[string, JsonObject, string, string, string]>([
  ["listed", { after: "23.8" }, "news", "Lamp is new in Home goods", "23.80 USD"],
  ["listed", { after: null }, "news", "Lamp is new in Home goods", ""],
  ["delisted", { before: "53" }, "down", "Lamp left Home goods", "Last at 53 USD"],
  [
    "price_changed",
    { before: "19.99", after: "14.99", percent: -25 },
    "down",
    "Lamp costs less in Home goods",
    "19.99 → 14.99 USD (−25%)",
  ],
  [
    "price_changed",
    { before: "20", after: "25", percent: 25 },
    "up",
    "Lamp costs more in Home goods",
    "20 → 25 USD (+25%)",
  ],
  [
    "sold_surged",
    { before: 9412, after: 14_200, percent: 50.9 },
    "up",
    "Lamp sells fast in Home goods",
    "9,412 → 14.2 K sold (+50.9%)",
  ],
])("%s %j", (word, data, tone, title, body) => {
  const notice = rows[`product.${word}`]!.words(eventOf(`product.${word}`, { ...lamp, ...data }));
  expect(notice).toMatchObject({ tone, title, url: "https://www.tiktok.com/shop/pdp/1729401122334455667" });
  expect(plain(notice.body)).toBe(body);
  expect(plain(notice.line)).toBe(body === "" ? title : `${title} · ${body}`);
});

test("an id that is none makes no link", () => {
  const event = eventOf("product.listed", { ...lamp, productId: "../x" });
  expect(productsEvents["product.listed"].words(event)).toMatchObject({ url: null, links: [] });
});
