import type { Translation } from "../../core/language.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";

export const ja: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "静かな1日", week: "静かな1週間", month: "静かな1か月", period: "静かな期間" }[period]}でした。目立った動きはありません。`,
  headline: (facts) => `${facts.join("。")}。`,
  passedOver: (count) => `以前の${count}回分は省略`,
  those: (titles, note) => `${titles.join("、")}：${note}`,
};
