import type { Translation } from "../../core/language.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";

export const ja: Translation<RecordsWords> = {
  title: "レコード",
  none: "レコード",
  many: "レコード",
  record: "レコード",
  rising: "増えた数値",
  fallen: (count) => `減少 ${count}件`,
  highest: "最大の増加",
  rises: "増加の大きい順",
  falls: "減少の大きい順",
  milestones: "節目に到達",
  texts: "変わったテキスト",
  named: (name, field) => `${name}：${field}`,
  nothing: "数値に変化はありませんでした。",
  tooEarly: "ウォッチ期間が短く、数値はまだ比べられません。",
  grewBy: (name, field, share) => `${name} の ${field} が${share}増加`,
  doubled: (name, field) => `${name} の ${field} が2倍に増加`,
  grewTimes: (name, field, times) => `${name} の ${field} が${times}倍に増加`,
  lost: (name, field, share) => `${name} の ${field} が${share}減少`,
  reached: (name, milestone, field) => `${name} の ${field} が${milestone}に到達`,
  chart: "伸びた数値",
  subtitle: (span) => `数値の伸び、${span}`,
  alt: (span, which) => `増加の大きい数値の伸び（${span}）：${which}。`,
};
