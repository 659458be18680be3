import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";

export const fr: Translation<ProductsWords> = {
  product: "Un produit",
  category: "une catégorie",
  titled: (category) => `« ${category} »`,
  listed: {
    one: (name, category) => say`${name} arrive dans ${category}`,
    many: (category) => `arrivent dans ${category}`,
    heading: (category) => `Nouveau dans ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} n’est plus dans ${category}`,
    many: (category) => `ne sont plus dans ${category}`,
    heading: (category) => `Plus dans ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} change de prix dans ${category}`,
    many: (category) => `changent de prix dans ${category}`,
    heading: (category) => `Nouveau prix dans ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} coûte plus cher dans ${category}`,
    many: (category) => `coûtent plus cher dans ${category}`,
    heading: (category) => `Plus cher dans ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} coûte moins cher dans ${category}`,
    many: (category) => `coûtent moins cher dans ${category}`,
    heading: (category) => `Moins cher dans ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} se vend très vite dans ${category}`,
    many: (category) => `se vendent très vite dans ${category}`,
    heading: (category) => `Ventes rapides dans ${category}`,
  },
  lastAt: (price) => `Dernier prix : ${price}`,
  sold: (before, after) => `${before} → ${after} vendus`,
  open: "Ouvrir",
};
