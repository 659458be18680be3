import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";

export const id: Translation<ProductsWords> = {
  product: "Sebuah produk",
  category: "sebuah kategori",
  titled: (category) => `“${category}”`,
  listed: {
    one: (name, category) => say`${name} baru hadir di ${category}`,
    many: (category) => `baru hadir di ${category}`,
    heading: (category) => `Baru di ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} tidak lagi ada di ${category}`,
    many: (category) => `tidak lagi ada di ${category}`,
    heading: (category) => `Tidak lagi di ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} berganti harga di ${category}`,
    many: (category) => `berganti harga di ${category}`,
    heading: (category) => `Harga lain di ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} naik harga di ${category}`,
    many: (category) => `naik harga di ${category}`,
    heading: (category) => `Naik harga di ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} turun harga di ${category}`,
    many: (category) => `turun harga di ${category}`,
    heading: (category) => `Turun harga di ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} laris di ${category}`,
    many: (category) => `laris di ${category}`,
    heading: (category) => `Laris di ${category}`,
  },
  lastAt: (price) => `Harga terakhir ${price}`,
  sold: (before, after) => `${before} → ${after} terjual`,
  open: "Buka",
};
