import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";

export const id: Translation<ListWords> = {
  item: "Item",
  list: "sebuah daftar",
  titled: (list) => `“${list}”`,
  appeared: {
    one: (name, list) => say`${name} muncul di ${list}`,
    many: (list) => `muncul di ${list}`,
    heading: (list) => `Baru di ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} hilang dari ${list}`,
    many: (list) => `hilang dari ${list}`,
    heading: (list) => `Tidak lagi di ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} berubah di ${list}`,
    many: (list) => `berubah di ${list}`,
    heading: (list) => `Berubah di ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} melewati batas di ${list}`,
    many: (list) => `melewati batas di ${list}`,
    heading: (list) => `Melewati batas di ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} naik pesat di ${list}`,
    many: (list) => `naik pesat di ${list}`,
    heading: (list) => `Naik pesat di ${list}`,
  },
  atLeast: (count) => `Setidaknya ${count} item baru`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} di atas ${limit}`,
  below: (field, limit) => `${field} di bawah ${limit}`,
  open: "Buka",
};
