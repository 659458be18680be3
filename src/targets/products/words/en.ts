import { say, type Saying } from "../../../core/say.ts";

/** What is said of products. A category comes as `titled` writes it, prices and counts as text. */
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
    one: (name, category) => say`${name} has another price in ${category}`,
    many: (category) => `have another price in ${category}`,
    heading: (category) => `Another price in ${category}`,
  } as Saying<[category: string], [category: string]>,
  dearer: {
    one: (name, category) => say`${name} costs more in ${category}`,
    many: (category) => `cost more in ${category}`,
    heading: (category) => `Dearer in ${category}`,
  } as Saying<[category: string], [category: string]>,
  cheaper: {
    one: (name, category) => say`${name} costs less in ${category}`,
    many: (category) => `cost less in ${category}`,
    heading: (category) => `Cheaper in ${category}`,
  } as Saying<[category: string], [category: string]>,
  sellsFast: {
    one: (name, category) => say`${name} sells fast in ${category}`,
    many: (category) => `sell fast in ${category}`,
    heading: (category) => `Selling fast in ${category}`,
  } as Saying<[category: string], [category: string]>,
  lastAt: (price: string) => `Last at ${price}`,
  sold: (before: string, after: string) => `${before} → ${after} sold`,
  open: "Open",
};

export type ProductsWords = typeof en;
