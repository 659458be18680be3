import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const es: Translation<RecordWords> = {
  record: "Un registro",
  field: "un campo",
  changed: {
    one: (name, field) => say`${name}: cambió ${field}`,
    many: () => "cambiaron",
    heading: () => "Cambios",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} por encima de ${limit}`,
    many: () => "superaron un límite",
    heading: () => "Por encima del límite",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} por debajo de ${limit}`,
    many: () => "cayeron por debajo de un límite",
    heading: () => "Por debajo del límite",
  },
  reached: {
    one: (name, field, milestone) => say`${name} alcanzó ${milestone} ${field}`,
    many: () => "alcanzaron un hito",
    heading: () => "Hitos",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} crece con fuerza${growth === "" ? "" : ` (${growth})`}`,
    many: () => "crecen con fuerza",
    heading: () => "Crecen con fuerza",
  },
};
