import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const vi: Translation<RecordWords> = {
  record: "Một bản ghi",
  field: "một trường",
  changed: {
    one: (name, field) => say`${name}: ${field} đã thay đổi`,
    many: () => "đã thay đổi",
    heading: () => "Đã thay đổi",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} trên ${limit}`,
    many: () => "vượt ngưỡng",
    heading: () => "Trên ngưỡng",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} dưới ${limit}`,
    many: () => "xuống dưới ngưỡng",
    heading: () => "Dưới ngưỡng",
  },
  reached: {
    one: (name, field, milestone) => say`${name} đạt ${milestone} ${field}`,
    many: () => "đạt cột mốc",
    heading: () => "Cột mốc",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} tăng mạnh${growth === "" ? "" : ` (${growth})`}`,
    many: () => "tăng mạnh",
    heading: () => "Tăng mạnh",
  },
};
