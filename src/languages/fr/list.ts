import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";

export const fr: Translation<ListWords> = {
  item: "Élément",
  list: "une liste",
  titled: (list) => `« ${list} »`,
  appeared: {
    one: (name, list) => say`${name} apparaît dans ${list}`,
    many: (list) => `apparaissent dans ${list}`,
    heading: (list) => `Nouveau dans ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} n’est plus dans ${list}`,
    many: (list) => `ne sont plus dans ${list}`,
    heading: (list) => `Plus dans ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} a changé dans ${list}`,
    many: (list) => `ont changé dans ${list}`,
    heading: (list) => `Modifié dans ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} a franchi un seuil dans ${list}`,
    many: (list) => `ont franchi un seuil dans ${list}`,
    heading: (list) => `Seuil franchi dans ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} progresse fortement dans ${list}`,
    many: (list) => `progressent fortement dans ${list}`,
    heading: (list) => `En forte hausse dans ${list}`,
  },
  atLeast: (count) => `Au moins ${count} sont nouveaux`,
  change: (field, before, after) => `${field} : ${before} → ${after}`,
  above: (field, limit) => `${field} au-dessus de ${limit}`,
  below: (field, limit) => `${field} en dessous de ${limit}`,
  open: "Ouvrir",
};
