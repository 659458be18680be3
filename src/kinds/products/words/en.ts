import { say, type Saying } from "../../../core/sentence.ts";

/** Wording of product events. Categories are formatted by `titled`; prices and counts are text. */
export const en = {
  product: "A product",
  category: "a category",
  titled: (category: string) => category,
  listed: {
    one: (name, category) => say`${name} is new in ${category}`,
    many: (category) => `are new in ${category}`,
    heading: (category) => `New in ${category}`,
  } as Saying<[category: string], [category: string]>,
  delisted: {
    one: (name, category) => say`${name} left ${category}`,
    many: (category) => `left ${category}`,
    heading: (category) => `No longer in ${category}`,
  } as Saying<[category: string], [category: string]>,
  repriced: {
    one: (name, category) => say`${name} has a new price in ${category}`,
    many: (category) => `have a new price in ${category}`,
    heading: (category) => `New price in ${category}`,
  } as Saying<[category: string], [category: string]>,
  dearer: {
    one: (name, category) => say`${name} is more expensive in ${category}`,
    many: (category) => `are more expensive in ${category}`,
    heading: (category) => `More expensive in ${category}`,
  } as Saying<[category: string], [category: string]>,
  cheaper: {
    one: (name, category) => say`${name} is cheaper in ${category}`,
    many: (category) => `are cheaper in ${category}`,
    heading: (category) => `Cheaper in ${category}`,
  } as Saying<[category: string], [category: string]>,
  sellsFast: {
    one: (name, category) => say`${name} is selling fast in ${category}`,
    many: (category) => `are selling fast in ${category}`,
    heading: (category) => `Selling fast in ${category}`,
  } as Saying<[category: string], [category: string]>,
  lastAt: (price: string) => `Last at ${price}`,
  sold: (before: string, after: string) => `${before} → ${after} sold`,
  open: "Open",
};

export type ProductsWords = typeof en;
