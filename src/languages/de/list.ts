import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";

export const de: Translation<ListWords> = {
  item: "Eintrag",
  list: "einer Liste",
  titled: (list) => `„${list}“`,
  appeared: {
    one: (name, list) => say`${name} ist neu in ${list}`,
    many: (list) => `sind neu in ${list}`,
    heading: (list) => `Neu in ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} ist nicht mehr in ${list}`,
    many: (list) => `sind nicht mehr in ${list}`,
    heading: (list) => `Nicht mehr in ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} wurde in ${list} geändert`,
    many: (list) => `wurden in ${list} geändert`,
    heading: (list) => `Geändert in ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} hat in ${list} einen Grenzwert passiert`,
    many: (list) => `haben in ${list} einen Grenzwert passiert`,
    heading: (list) => `Grenzwert passiert in ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} legt in ${list} stark zu`,
    many: (list) => `legen in ${list} stark zu`,
    heading: (list) => `Stark gestiegen in ${list}`,
  },
  atLeast: (count) => `Mindestens ${count} sind neu`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} über ${limit}`,
  below: (field, limit) => `${field} unter ${limit}`,
  open: "Öffnen",
};
