import type { DigestWords } from "./en.ts";

export const ja: DigestWords = {
  quiet: (period) =>
    `${{ day: "静かな1日", week: "静かな1週間", month: "静かな1か月", period: "静かな期間" }[period]}でした。目立った動きはありません。`,
  headline: (facts) => `${facts.join("。")}。`,
  passedOver: (count) => `以前の${count}回分は省略`,
  those: (titles, note) => `${titles.join("、")}：${note}`,
};
