import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";

export const vi: Translation<ProductsWords> = {
  product: "Một sản phẩm",
  category: "một danh mục",
  titled: (category) => `“${category}”`,
  listed: {
    one: (name, category) => say`${name} mới có trong ${category}`,
    many: (category) => `mới có trong ${category}`,
    heading: (category) => `Mới trong ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} không còn trong ${category}`,
    many: (category) => `không còn trong ${category}`,
    heading: (category) => `Không còn trong ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} đổi giá trong ${category}`,
    many: (category) => `đổi giá trong ${category}`,
    heading: (category) => `Đổi giá trong ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} tăng giá trong ${category}`,
    many: (category) => `tăng giá trong ${category}`,
    heading: (category) => `Tăng giá trong ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} giảm giá trong ${category}`,
    many: (category) => `giảm giá trong ${category}`,
    heading: (category) => `Giảm giá trong ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} bán rất chạy trong ${category}`,
    many: (category) => `bán rất chạy trong ${category}`,
    heading: (category) => `Bán chạy trong ${category}`,
  },
  lastAt: (price) => `Giá cuối ${price}`,
  sold: (before, after) => `Đã bán ${before} → ${after}`,
  open: "Mở",
};
