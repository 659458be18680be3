import type { Translation } from "../../core/language.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const ja: Translation<SectionWords> = {
  periods: {
    day: { before: "前日", against: "前日比", whole: "1日" },
    week: { before: "前週", against: "前週比", whole: "1週間" },
    month: { before: "前月", against: "前月比", whole: "1か月" },
    period: { before: "前の期間", against: "前期間比", whole: "全期間" },
  },
  changed: (change, against) => `${against} ${change}`,
  space: "",
  asMuch: (before) => `${before}と同じ`,
  noneWatched: (none) => `ウォッチ中の${none}はありません。`,
  nothingRead: "まだ何も取得できていません。",
  unread: (count, targets, many) => `${many}${targets}件のうち${count}件はまだ何も取得できていません。`,
  partly: (count, targets, many, whole) =>
    `${many}${targets}件のうち${count}件は${whole}を通してはウォッチされていません。`,
  watchedFor: (many, part, atMost) => `${many}のウォッチ期間：${atMost ? "最長で" : ""}${part}。`,
  days: (part, whole) => `${whole}日中${part}日`,
  ofDays: (part, whole) => `${whole}日中${part}`,
  ofTime: (part, whole) => `${whole}中${part}`,
};
