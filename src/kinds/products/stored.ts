import { inSight } from "../../core/absence.ts";
import { eachFilled, filled } from "../../core/with-defaults.ts";
import { noCount } from "../../core/growing-count.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { DEFAULTS, type ProductsParams, type ProductsSettings } from "./params.ts";
import { BLANK, noLook, type KnownProduct, type ProductsState } from "./view.ts";

const KNOWN: KnownProduct = {
  title: null,
  price: null,
  toldPrice: null,
  currency: null,
  seriesCurrency: null,
  sold: noCount,
  soldBase: null,
  soldBaseAt: 0,
  formerPrices: null,
  absence: null,
  look: noLook,
};

const known = (one: JsonObject): KnownProduct => ({
  ...filled(KNOWN, one),
  // Rows from before series had currencies use the currency of their prices.
  seriesCurrency: filled(KNOWN, one).seriesCurrency ?? filled(KNOWN, one).currency,
  sold: filled(noCount, one["sold"]),
  look: filled(noLook, one["look"]),
});

function state(stored: JsonObject): ProductsState {
  const found = eachFilled(stored["known"], known);
  return { ...filled({ ...BLANK, size: Object.values(found).filter(inSight).length }, stored), known: found };
}

/** Reads rows that an older version stored. */
export const storedProducts: Stored<ProductsParams, ProductsSettings, ProductsState> = {
  params: (stored) => stored as unknown as ProductsParams,
  settings: (stored) => filled<ProductsSettings>(DEFAULTS, stored),
  state: (stored) => (isObject(stored) ? state(stored) : null),
};
