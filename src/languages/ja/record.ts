import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const ja: Translation<RecordWords> = {
  record: "レコード",
  field: "項目",
  changed: {
    one: (name, field) => say`${name}：${field} が変わりました`,
    many: () => " が変わりました",
    heading: () => "変更",
  },
  above: {
    one: (name, field, limit) => say`${name}：${field} が${limit}を上回りました`,
    many: () => " が設定値を上回りました",
    heading: () => "設定値を上回ったもの",
  },
  below: {
    one: (name, field, limit) => say`${name}：${field} が${limit}を下回りました`,
    many: () => " が設定値を下回りました",
    heading: () => "設定値を下回ったもの",
  },
  reached: {
    one: (name, field, milestone) => say`${name}：${field} が${milestone}に到達`,
    many: () => " が節目に到達",
    heading: () => "節目に到達",
  },
  surged: {
    one: (name, field, growth) => say`${name}：${field} が大きく増加${growth === "" ? "" : `（${growth}）`}`,
    many: () => " が大きく増加",
    heading: () => "大きく増加",
  },
};
