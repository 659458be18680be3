import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";

export const ja: Translation<RankingWords> = {
  someone: "配信者",
  ranking: "ランキング",
  titled: (title) => `「${title}」`,
  entered: {
    one: (name, ranking, place) => say`${name}さんが${ranking}に${place === "" ? "" : `${place}で`}ランクイン`,
    many: (ranking) => `さんが${ranking}にランクイン`,
    heading: (ranking) => `${ranking}に新登場`,
  },
  left: {
    one: (name, ranking) => say`${name}さんが${ranking}から圏外に`,
    many: (ranking) => `さんが${ranking}から圏外に`,
    heading: (ranking) => `${ranking}から圏外`,
  },
  moved: {
    one: (name, ranking) => say`${name}さんの${ranking}での順位が変動`,
    many: (ranking) => `さんの${ranking}での順位が変動`,
    heading: (ranking) => `${ranking}の順位変動`,
  },
  up: {
    one: (name, ranking, move) => say`${name}さんが${ranking}で上昇：${move}`,
    many: (ranking) => `さんが${ranking}で上昇`,
    heading: (ranking) => `${ranking}で上昇`,
  },
  down: {
    one: (name, ranking, move) => say`${name}さんが${ranking}で下降：${move}`,
    many: (ranking) => `さんが${ranking}で下降`,
    heading: (ranking) => `${ranking}で下降`,
  },
  leagueUp: {
    one: (name, how) => say`${name}さんがリーグ昇格：${how}`,
    many: () => "さんがリーグ昇格",
    heading: () => "リーグ昇格",
  },
  leagueDown: {
    one: (name, how) => say`${name}さんがリーグ降格：${how}`,
    many: () => "さんがリーグ降格",
    heading: () => "リーグ降格",
  },
  finished: {
    one: (name, ranking, place) => say`${name}さんが${ranking}を${place}で終了`,
    many: (ranking) => `さんが${ranking}を終了`,
    heading: (ranking) => `${ranking}の最終順位`,
  },
  wasOff: {
    one: (name, ranking) => say`${name}さんは${ranking}終了時に圏外`,
    many: (ranking) => `さんは${ranking}終了時に圏外`,
    heading: (ranking) => `${ranking}終了時に圏外`,
  },
  closing: {
    one: (name, ranking, place) => say`${name}さんは${ranking}で${place}`,
    many: (ranking) => `さんは${ranking}の終了間際`,
    heading: (ranking) => `${ranking}の終了間際`,
  },
  lastAt: (place) => `直前の順位：${place}位`,
  lastSeen: (place) => `最後に確認した順位：${place}`,
  best: (place) => `最高順位：${place}位`,
  timeLeft: (duration) => `残り${duration}`,
  periodEnded: (when) => say`集計期間の終了：${when}`,
  nowFirst: "首位に浮上",
  noLongerFirst: "首位から後退",
  into: (max) => `トップ${max}入り`,
  outOf: (max) => `トップ${max}から後退`,
  toGo: "次の順位まで",
  resets: "リセット",
  profile: "プロフィール",
};
