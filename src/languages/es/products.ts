import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";

export const es: Translation<ProductsWords> = {
  product: "Un producto",
  category: "una categoría",
  titled: (category) => `«${category}»`,
  listed: {
    one: (name, category) => say`${name} es nuevo en ${category}`,
    many: (category) => `son nuevos en ${category}`,
    heading: (category) => `Nuevos en ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} ya no está en ${category}`,
    many: (category) => `ya no están en ${category}`,
    heading: (category) => `Ya no están en ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} cambió de precio en ${category}`,
    many: (category) => `cambiaron de precio en ${category}`,
    heading: (category) => `Cambio de precio en ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} sube de precio en ${category}`,
    many: (category) => `suben de precio en ${category}`,
    heading: (category) => `Más caros en ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} baja de precio en ${category}`,
    many: (category) => `bajan de precio en ${category}`,
    heading: (category) => `Más baratos en ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} se vende muy rápido en ${category}`,
    many: (category) => `se venden muy rápido en ${category}`,
    heading: (category) => `Se venden muy rápido en ${category}`,
  },
  lastAt: (price) => `Último precio: ${price}`,
  sold: (before, after) => `${before} → ${after} vendidos`,
  open: "Abrir",
};
