import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const id: Translation<RecordWords> = {
  record: "Sebuah catatan",
  field: "sebuah kolom",
  changed: {
    one: (name, field) => say`${name}: ${field} berubah`,
    many: () => "berubah",
    heading: () => "Berubah",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} di atas ${limit}`,
    many: () => "melewati batas",
    heading: () => "Di atas batas",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} di bawah ${limit}`,
    many: () => "turun di bawah batas",
    heading: () => "Di bawah batas",
  },
  reached: {
    one: (name, field, milestone) => say`${name} mencapai ${milestone} ${field}`,
    many: () => "mencapai tonggak baru",
    heading: () => "Tonggak baru",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} naik pesat${growth === "" ? "" : ` (${growth})`}`,
    many: () => "naik pesat",
    heading: () => "Naik pesat",
  },
};
