import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";

export const ptBR: Translation<ListWords> = {
  item: "Item",
  list: "uma lista",
  titled: (list) => `“${list}”`,
  appeared: {
    one: (name, list) => say`${name} apareceu em ${list}`,
    many: (list) => `apareceram em ${list}`,
    heading: (list) => `Novidades em ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} saiu de ${list}`,
    many: (list) => `saíram de ${list}`,
    heading: (list) => `Não estão mais em ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} mudou em ${list}`,
    many: (list) => `mudaram em ${list}`,
    heading: (list) => `Mudanças em ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} cruzou um limite em ${list}`,
    many: (list) => `cruzaram um limite em ${list}`,
    heading: (list) => `Cruzaram um limite em ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} cresceu bastante em ${list}`,
    many: (list) => `cresceram bastante em ${list}`,
    heading: (list) => `Crescimento forte em ${list}`,
  },
  atLeast: (count) => `Pelo menos ${count} são novos`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} acima de ${limit}`,
  below: (field, limit) => `${field} abaixo de ${limit}`,
  open: "Abrir",
};
