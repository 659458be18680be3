import type { Translation } from "../../core/language.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";

export const ja: Translation<ListsWords> = {
  title: "項目リスト",
  none: "項目リスト",
  many: "リスト",
  fresh: "新着の項目",
  still: (count) => `うち${count}件は掲載中`,
  gone: "消えた項目",
  surged: "大きく増加した項目",
  crossed: "設定値を通過した項目",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} が${limit}を上回る`,
  below: (field, limit) => `${field} が${limit}を下回る`,
  nothing: "新着、消失、大きな増加はありませんでした。",
  found: (_count, text) => `新しい項目が${text}件見つかりました`,
  lost: (_count, text) => `${text}件の項目がリストから消えました`,
  grewBy: (name, field, share) => `${name} が${share}増加（${field}）`,
  passed: (name, fact) => `${name} が設定値を通過：${fact}`,
  chart: "リスト別の新着項目",
  subtitle: (span) => `新着の項目、${span}`,
  alt: (span, which) => `リスト別の新着項目（${span}）：${which}。`,
};
