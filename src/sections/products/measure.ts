import { decimalOf } from "../../core/written-number.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { type Frame, type HistoryEvent, type Past, presentAt } from "../section.ts";
import { displayedName } from "../distinguish.ts";
import { seenOf } from "../watched.ts";
import { scoredGrid } from "../score.ts";
import type { OfferedProduct, ProductsMeasure } from "./data.ts";
import { growthPercent } from "../../core/compared-numbers.ts";

const SERIES = "sold:";
const TURNS = new Set(["product.listed", "product.delisted"]);

/** The products that a category offered at the start or end of the period. Events count when they were detected. */
export function measureProducts(history: Past, frame: Frame): ProductsMeasure {
  const { from, to } = frame;
  const rows = history.snapshot?.["products"];
  const offered = new Map<unknown, JsonObject>();
  for (const row of Array.isArray(rows) ? rows.filter(isObject) : []) offered.set(row["productId"], row);
  const later = history.events
    .filter(({ detectedAt }) => detectedAt > from)
    .sort((a, b) => a.detectedAt - b.detectedAt);
  const reported = Map.groupBy(later, ({ data }) => data["productId"]);
  const products = Array.from(new Set([...offered.keys(), ...reported.keys()])).flatMap(
    (productId): OfferedProduct[] => {
      if (typeof productId !== "string") return [];
      const events = reported.get(productId) ?? [];
      const row = offered.get(productId);
      const turns = events.filter(({ type }) => TURNS.has(type));
      const [atBegin, atEnd] = [from, to].map((at) => presentAt(at, turns, "product.listed", row !== undefined));
      if (!atBegin && !atEnd) return [];
      const within = events.filter(({ detectedAt }) => detectedAt <= to);
      const repriced = events.filter(({ type }) => type === "product.price_changed");
      // The first fact after the period says which currency it ended in.
      const [next] = repriced.filter(({ detectedAt }) => detectedAt > to);
      const currency = displayedName(next === undefined ? row?.["currency"] : next.data["currency"], 8);
      const price = priceOf(within, row, currency);
      return [
        {
          productId,
          title: displayedName(row?.["title"]) ?? displayedName(lastTitle(events)),
          ...netMove(
            repriced.filter(({ detectedAt }) => detectedAt <= to),
            currency,
          ),
          ...price,
          rebased: within.some(({ data }) => isOther(data["currency"], currency)),
          sold: history.series[SERIES + productId] ?? scoredGrid(frame).map(() => null),
          atBegin: atBegin!,
          atEnd: atEnd!,
          look: lookOf(row),
          surged: within.some(({ type }) => type === "product.sold_surged"),
        },
      ];
    },
  );
  return { ...seenOf(history), products };
}

function lookOf(row: JsonObject | undefined): OfferedProduct["look"] {
  const textIn = (field: string, max: number): string | null => {
    const text = row?.[field];
    return typeof text === "string" && text.length <= max ? text : null;
  };
  const numberIn = (field: string): number | null => {
    const value = row?.[field];
    return typeof value === "number" ? value : null;
  };
  return {
    url: textIn("url", 200),
    image: textIn("image", 400),
    shop: displayedName(row?.["shop"], 80),
    rating: numberIn("rating"),
    reviews: numberIn("reviewCount"),
  };
}

const lastTitle = (events: HistoryEvent[]) =>
  events.findLast(({ data }) => typeof data["title"] === "string")?.data["title"];

/** The last reported price in the period, otherwise the current one. One in a `currency` before is not reported. */
function priceOf(
  within: HistoryEvent[],
  row: JsonObject | undefined,
  currency: string | null,
): Pick<OfferedProduct, "price" | "currency"> {
  const last = within.findLast(({ type }) => type === "product.listed" || type === "product.price_changed")?.data;
  const reported = isOther(last?.["currency"], currency) ? null : decimalOf(last?.["after"]);
  const [price, own] = reported === null ? [row?.["price"], row?.["currency"]] : [reported, last?.["currency"]];
  return { price: decimalOf(price), currency: displayedName(own, 8) };
}

/** Reports whether a price is in another currency than the product has since. An unknown one is no other. */
function isOther(currency: Json | undefined, since: string | null): boolean {
  const own = displayedName(currency, 8);
  return own !== null && since !== null && own !== since;
}

/**
 * The net change of a price over its changes, oldest first: from before the first to after the last. Only changes in
 * the currency at the end of the period count (`since`), because currencies cannot be compared: a product that has
 * another one since has no change.
 */
function netMove(changes: HistoryEvent[], since: string | null): Pick<OfferedProduct, "move" | "movedAt"> {
  const last = changes.at(-1);
  if (last === undefined) return { move: null, movedAt: 0 };
  if (isOther(last.data["currency"], since)) return { move: null, movedAt: last.detectedAt };
  const currency = displayedName(last.data["currency"], 8);
  const other = changes.findLastIndex(({ data }) => displayedName(data["currency"], 8) !== currency);
  const [before, after] = [decimalOf(changes[other + 1]!.data["before"]), decimalOf(last.data["after"])];
  const percent = before === null || after === null ? null : growthPercent(Number(before), Number(after));
  const movedAt = last.detectedAt;
  if (before === null || after === null || percent === null || before === after) return { move: null, movedAt };
  return { move: { before, after, currency, percent }, movedAt };
}
