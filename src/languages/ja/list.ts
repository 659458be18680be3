import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";

export const ja: Translation<ListWords> = {
  item: "項目",
  list: "リスト",
  titled: (list) => `「${list}」`,
  appeared: {
    one: (name, list) => say`${name} が${list}に登場`,
    many: (list) => ` が${list}に登場`,
    heading: (list) => `${list}に新登場`,
  },
  gone: {
    one: (name, list) => say`${name} が${list}から消えました`,
    many: (list) => ` が${list}から消えました`,
    heading: (list) => `${list}から消えた項目`,
  },
  changed: {
    one: (name, list) => say`${name} が${list}で変更されました`,
    many: (list) => ` が${list}で変更されました`,
    heading: (list) => `${list}で変更された項目`,
  },
  crossed: {
    one: (name, list) => say`${name} が${list}で設定値を通過`,
    many: (list) => ` が${list}で設定値を通過`,
    heading: (list) => `${list}で設定値を通過`,
  },
  surged: {
    one: (name, list) => say`${name} が${list}で大きく増加`,
    many: (list) => ` が${list}で大きく増加`,
    heading: (list) => `${list}で大きく増加`,
  },
  atLeast: (count) => `新着は${count}件以上`,
  change: (field, before, after) => `${field}：${before} → ${after}`,
  above: (field, limit) => `${field} が${limit}を上回りました`,
  below: (field, limit) => `${field} が${limit}を下回りました`,
  open: "開く",
};
