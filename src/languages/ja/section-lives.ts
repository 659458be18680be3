import type { Translation } from "../../core/language.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";

export const ja: Translation<LivesWords> = {
  title: "ライブ配信",
  none: "配信者",
  many: "配信者",
  creator: "配信者",
  airtime: "配信時間",
  wereLive: "配信した人",
  of: (count, all) => `${all}人中${count}人`,
  onAirAtEnd: (count) => `期間終了時に${count}人が配信中`,
  pace: (month) => `${month}の見込み`,
  soFar: (time) => `これまで${time}`,
  longest: "最長の配信",
  sessions: "配信回数",
  average: (time) => `平均${time}`,
  watchedThen: (change, count) => `${change}（当時ウォッチしていた${count}人）`,
  most: "配信時間ランキング",
  changes: "変化の大きい配信者",
  days: (count) => `${count}日`,
  nobody: "誰も配信しませんでした。",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`配信時間を${before}と比べる`]),
      ...(month === null ? [] : [`${month}の見込みを出す`]),
    ];
    return `ウォッチ期間が短く、${unknown.join("ことや")}ことはまだできません。`;
  },
  together: (count) => `配信者${count}人の合計`,
  notOnAir: ({ who }, time, before) => `${who}は配信なし（${before}は${time}）`,
  afterNone: ({ who }, time, before) => `${who}は${time}配信（${before}は配信なし）`,
  timesAsLong: ({ who }, times, before) => `${who}の配信時間は${before}の${times}倍`,
  halfAsLong: ({ who }, before) => `${who}の配信時間は${before}の半分`,
  longer: ({ who }, share, before) => `${who}の配信時間は${before}より${share}増加`,
  shorter: ({ who }, share, before) => `${who}の配信時間は${before}より${share}減少`,
  onAirLongest: (name, time) => `${name}の配信時間が最長で${time}`,
  chart: "誰が配信していたか",
  subtitle: (span) => `配信時間、${span}`,
  alt: (span, recipient) => `配信時間の長かった人（${span}）：${recipient}。`,
  inChart: (name, time, sessions, days) => `${name} ${time}（${days}で${sessions}回）`,
};
