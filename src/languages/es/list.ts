import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";

export const es: Translation<ListWords> = {
  item: "Elemento",
  list: "una lista",
  titled: (list) => `«${list}»`,
  appeared: {
    one: (name, list) => say`${name} aparece en ${list}`,
    many: (list) => `aparecen en ${list}`,
    heading: (list) => `Nuevos en ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} ya no está en ${list}`,
    many: (list) => `ya no están en ${list}`,
    heading: (list) => `Ya no están en ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} cambió en ${list}`,
    many: (list) => `cambiaron en ${list}`,
    heading: (list) => `Cambios en ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} cruzó un límite en ${list}`,
    many: (list) => `cruzaron un límite en ${list}`,
    heading: (list) => `Cruzaron un límite en ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} crece con fuerza en ${list}`,
    many: (list) => `crecen con fuerza en ${list}`,
    heading: (list) => `Crecen con fuerza en ${list}`,
  },
  atLeast: (count) => `Al menos ${count} son nuevos`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} por encima de ${limit}`,
  below: (field, limit) => `${field} por debajo de ${limit}`,
  open: "Abrir",
};
