import { numberIn, targetName, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import type { Notice, Phrase, Tone } from "../../core/notice.ts";
import { priceText, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";

/** The words for a product that is newly offered. */
export const listedNotice = (event: Event): Notice =>
  notice(event, "news", "is new in", [pricePart(event, "after") ?? "New in the category"]);

/** The words for a product that is no longer offered. */
export function delistedNotice(event: Event): Notice {
  const price = pricePart(event, "before");
  return notice(event, "down", "left", [price === null ? "No longer offered" : `No longer offered, last at ${price}`]);
}

/** The words for another price: "19.99 → 14.99 USD (−25%)". */
export function priceNotice(event: Event): Notice {
  const [before, after] = [textIn(event, "before"), pricePart(event, "after")];
  const percent = numberIn(event, "percent");
  const verb = percent === null ? "has another price in" : percent > 0 ? "costs more in" : "costs less in";
  const change = before === null || after === null ? "Another price" : `${priceText(before, null)} → ${after}`;
  return notice(event, percent === null ? "news" : percent > 0 ? "up" : "down", verb, [change, percentPart(percent)]);
}

/** The words for sales that grew since they were told last. */
export function soldNotice(event: Event): Notice {
  const [before, after] = [numberIn(event, "before"), numberIn(event, "after")];
  const sold = before === null || after === null ? "Sells fast" : `${shortNumber(before)} → ${shortNumber(after)} sold`;
  return notice(event, "up", "sells fast in", [sold, percentPart(numberIn(event, "percent"))]);
}

const percentPart = (percent: number | null): string => (percent === null ? "" : ` (${signedPercent(percent)})`);

function pricePart(event: Event, key: "before" | "after"): string | null {
  const price = textIn(event, key);
  return price === null ? null : priceText(price, textIn(event, "currency"));
}

function notice(event: Event, tone: Tone, verb: string, body: Phrase[]): Notice {
  const title = textIn(event, "title") ?? "A product";
  const id = textIn(event, "productId");
  const url = id !== null && /^\d+$/.test(id) ? `https://www.tiktok.com/shop/pdp/${id}` : null;
  const category = targetName(event);
  return {
    tone,
    title: `${title} ${verb} ${category}`,
    url,
    body,
    fields: [],
    line: [url === null ? { strong: title } : { link: title, url }, ` ${verb} ${category} · `, ...body],
    links: url === null ? [] : [{ label: "Open", url }],
    footer: null,
  };
}
