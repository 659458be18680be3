import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const fr: Translation<RecordWords> = {
  record: "Une fiche",
  field: "un champ",
  changed: {
    one: (name, field) => say`${name} : ${field} a changé`,
    many: () => "ont changé",
    heading: () => "Modifié",
  },
  above: {
    one: (name, field, limit) => say`${name} : ${field} au-dessus de ${limit}`,
    many: () => "ont dépassé un seuil",
    heading: () => "Au-dessus du seuil",
  },
  below: {
    one: (name, field, limit) => say`${name} : ${field} en dessous de ${limit}`,
    many: () => "sont passés sous un seuil",
    heading: () => "En dessous du seuil",
  },
  reached: {
    one: (name, field, milestone) => say`${name} atteint ${milestone} ${field}`,
    many: () => "ont atteint un palier",
    heading: () => "Paliers atteints",
  },
  surged: {
    one: (name, field, growth) => say`${name} : ${field} en forte hausse${growth === "" ? "" : ` (${growth})`}`,
    many: () => "sont en forte hausse",
    heading: () => "En forte hausse",
  },
};
