import type { Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";

export const ja: Translation<LiveWords> = {
  someone: "配信者",
  is: { one: (name) => say`${name}さんが配信中`, many: () => "さんが配信中", heading: () => "配信中" },
  was: { one: (name) => say`${name}さんが配信しました`, many: () => "さんが配信しました", heading: () => "配信済み" },
  ended: { one: (name) => say`${name}さんの配信が終了`, many: () => "さんの配信が終了", heading: () => "配信終了" },
  missing: {
    one: (name) => say`${name}さんはいつもの時間に配信を始めませんでした`,
    many: () => "さんはいつもの時間に配信を始めませんでした",
    heading: () => "いつもの時間に配信なし",
  },
  expected: (when) => say`予想：${when}`,
  sure: (percent) => `確度${percent}`,
  began: (when) => say`開始：${when}`,
  seen: (when) => say`ウォッチ開始前から配信中（確認：${when}）`,
  streamed: (duration) => `配信時間：${duration}`,
  streamedAtLeast: (duration) => `配信時間：少なくとも${duration}`,
  endedAt: (when) => say`終了：${when}`,
  lastSeen: (when) => say`最後に配信を確認：${when}`,
  unwatched: {
    removed: () => say`ウォッチは終了`,
    paused: (when) => say`チェックを一時停止：${when}`,
  },
  viewers: (count) => `視聴者${shortNumber("ja", count)}人`,
  peak: (viewers) => `最大${viewers}`,
  isNow: (name, handle) => say`${name}さんのユーザー名が@${handle}に変わりました`,
  renamed: (name) => say`${name}さんのユーザー名が変わりました`,
  wasCalled: (handle) => `以前は@${handle}`,
  watch: "視聴する",
  goal: {
    behind: {
      one: (name) => say`${name}さんは月間目標に遅れています`,
      many: () => "が月間目標に遅れています",
      heading: () => "月間目標に遅れ",
    },
    reached: {
      one: (name) => say`${name}さんが月間目標を達成しました`,
      many: () => "が月間目標を達成しました",
      heading: () => "月間目標を達成",
    },
    hours: (done, wanted) => `${wanted}時間中${done}時間`,
    validDays: (done, wanted) => `有効日${wanted}日中${done}日`,
    inMonth: (done, month) => (month === "" ? done : `${month}：${done}`),
    needs: (length, days) => `あと${days}日、1日${length}が必要`,
    tooLate: "今月はもう達成できません",
    watched: (percent) => `今月これまでの${percent}をウォッチ`,
  },
};
