import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";

export const ptBR: Translation<ProductsWords> = {
  product: "Um produto",
  category: "uma categoria",
  titled: (category) => `“${category}”`,
  listed: {
    one: (name, category) => say`${name} é novidade em ${category}`,
    many: (category) => `são novidade em ${category}`,
    heading: (category) => `Novidades em ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} saiu de ${category}`,
    many: (category) => `saíram de ${category}`,
    heading: (category) => `Não estão mais em ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} mudou de preço em ${category}`,
    many: (category) => `mudaram de preço em ${category}`,
    heading: (category) => `Outro preço em ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} ficou mais caro em ${category}`,
    many: (category) => `ficaram mais caros em ${category}`,
    heading: (category) => `Mais caros em ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} ficou mais barato em ${category}`,
    many: (category) => `ficaram mais baratos em ${category}`,
    heading: (category) => `Mais baratos em ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} está vendendo rápido em ${category}`,
    many: (category) => `estão vendendo rápido em ${category}`,
    heading: (category) => `Vendendo rápido em ${category}`,
  },
  lastAt: (price) => `Último preço: ${price}`,
  sold: (before, after) => `${before} → ${after} vendidos`,
  open: "Abrir",
};
