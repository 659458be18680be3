import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const ptBR: Translation<RecordWords> = {
  record: "Um registro",
  field: "um campo",
  changed: {
    one: (name, field) => say`${name}: ${field} mudou`,
    many: () => "mudaram",
    heading: () => "Mudanças",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} acima de ${limit}`,
    many: () => "passaram de um limite",
    heading: () => "Acima do limite",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} abaixo de ${limit}`,
    many: () => "caíram abaixo de um limite",
    heading: () => "Abaixo do limite",
  },
  reached: {
    one: (name, field, milestone) => say`${name} alcançou ${milestone} ${field}`,
    many: () => "alcançaram um marco",
    heading: () => "Marcos",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} cresceu bastante${growth === "" ? "" : ` (${growth})`}`,
    many: () => "cresceram bastante",
    heading: () => "Crescimento forte",
  },
};
