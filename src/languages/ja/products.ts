import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";

export const ja: Translation<ProductsWords> = {
  product: "商品",
  category: "カテゴリ",
  titled: (category) => `「${category}」`,
  listed: {
    one: (name, category) => say`${name}が${category}に新登場`,
    many: (category) => `が${category}に新登場`,
    heading: (category) => `${category}の新着`,
  },
  delisted: {
    one: (name, category) => say`${name}が${category}から消えました`,
    many: (category) => `が${category}から消えました`,
    heading: (category) => `${category}から消えた商品`,
  },
  repriced: {
    one: (name, category) => say`${name}の${category}での価格が変わりました`,
    many: (category) => `の${category}での価格が変わりました`,
    heading: (category) => `${category}の価格変更`,
  },
  dearer: {
    one: (name, category) => say`${name}が${category}で値上がり`,
    many: (category) => `が${category}で値上がり`,
    heading: (category) => `${category}で値上がり`,
  },
  cheaper: {
    one: (name, category) => say`${name}が${category}で値下がり`,
    many: (category) => `が${category}で値下がり`,
    heading: (category) => `${category}で値下がり`,
  },
  sellsFast: {
    one: (name, category) => say`${name}が${category}で売れ行き好調`,
    many: (category) => `が${category}で売れ行き好調`,
    heading: (category) => `${category}で売れ行き好調`,
  },
  lastAt: (price) => `最後の価格：${price}`,
  sold: (before, after) => `販売数 ${before} → ${after}`,
  open: "開く",
};
