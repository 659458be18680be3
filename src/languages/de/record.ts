import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const de: Translation<RecordWords> = {
  record: "Ein Datensatz",
  field: "ein Feld",
  changed: {
    one: (name, field) => say`${name}: ${field} geändert`,
    many: () => "wurden geändert",
    heading: () => "Geändert",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} über ${limit}`,
    many: () => "haben einen Grenzwert überschritten",
    heading: () => "Über dem Grenzwert",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} unter ${limit}`,
    many: () => "haben einen Grenzwert unterschritten",
    heading: () => "Unter dem Grenzwert",
  },
  reached: {
    one: (name, field, milestone) => say`${name} erreicht ${milestone} ${field}`,
    many: () => "haben einen Meilenstein erreicht",
    heading: () => "Meilensteine",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} legt stark zu${growth === "" ? "" : ` (${growth})`}`,
    many: () => "legen stark zu",
    heading: () => "Stark gestiegen",
  },
};
