import type { Translation } from "../../core/language.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";

export const id: Translation<ListsWords> = {
  title: "Daftar item",
  none: "daftar item",
  many: "daftar",
  fresh: "Item baru",
  still: (count) => `${count} masih ada di daftar`,
  gone: "Item yang hilang",
  surged: "Item yang naik pesat",
  crossed: "Item yang melewati batas",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} di atas ${limit}`,
  below: (field, limit) => `${field} di bawah ${limit}`,
  nothing: "Tidak ada item yang baru, hilang, atau naik pesat.",
  found: (_count, text) => `${text} item baru muncul di daftar`,
  lost: (_count, text) => `${text} item tidak lagi ada di daftar`,
  grewBy: (name, field, share) => `${name} tumbuh ${share} (${field})`,
  passed: (name, fact) => `${name} melewati batas: ${fact}`,
  chart: "Item baru per daftar",
  subtitle: (span) => `Item yang muncul, ${span}`,
  alt: (span, which) => `Item baru per daftar, ${span}: ${which}.`,
};
