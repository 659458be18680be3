import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";

export const de: Translation<ProductsWords> = {
  product: "Ein Produkt",
  category: "einer Kategorie",
  titled: (category) => `„${category}“`,
  listed: {
    one: (name, category) => say`${name} ist neu in ${category}`,
    many: (category) => `sind neu in ${category}`,
    heading: (category) => `Neu in ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} ist nicht mehr in ${category}`,
    many: (category) => `sind nicht mehr in ${category}`,
    heading: (category) => `Nicht mehr in ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} hat in ${category} einen anderen Preis`,
    many: (category) => `haben in ${category} einen anderen Preis`,
    heading: (category) => `Anderer Preis in ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} ist in ${category} teurer geworden`,
    many: (category) => `sind in ${category} teurer geworden`,
    heading: (category) => `Teurer in ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} ist in ${category} günstiger geworden`,
    many: (category) => `sind in ${category} günstiger geworden`,
    heading: (category) => `Günstiger in ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} verkauft sich in ${category} schnell`,
    many: (category) => `verkaufen sich in ${category} schnell`,
    heading: (category) => `Schnell verkauft in ${category}`,
  },
  lastAt: (price) => `Zuletzt ${price}`,
  sold: (before, after) => `${before} → ${after} verkauft`,
  open: "Öffnen",
};
