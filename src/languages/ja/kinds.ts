import type { Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

export const hashtag: Translation<HashtagWords> = {
  hashtag: "ハッシュタグ",
  search: "検索",
  titled: (search) => `「${search}」`,
  appeared: {
    one: (name, search) => say`${name} が${search}に登場`,
    many: (search) => ` が${search}に登場`,
    heading: (search) => `${search}に新登場`,
  },
  gone: {
    one: (name, search) => say`${name} が${search}から消えました`,
    many: (search) => ` が${search}から消えました`,
    heading: (search) => `${search}から消えたタグ`,
  },
  surged: {
    one: (name, search) => say`${name} が${search}で増加`,
    many: (search) => ` が${search}で増加`,
    heading: (search) => `${search}で増加`,
  },
  place: (position) => `検索結果の${position}番目`,
  lastPlace: (position) => `最後は検索結果の${position}番目`,
  views: (count) => `視聴回数 ${count}`,
  growth: (before, after) => `視聴回数 ${before} → ${after}`,
  moreViews: "視聴回数が増加",
  viewsLabel: "視聴回数",
  videosLabel: "動画数",
  open: "開く",
};

export const list: Translation<ListWords> = {
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
    one: (name, list) => say`${name} が${list}で増加`,
    many: (list) => ` が${list}で増加`,
    heading: (list) => `${list}で増加`,
  },
  atLeast: (count) => `新着は${count}件以上`,
  change: (field, before, after) => `${field}：${before} → ${after}`,
  above: (field, limit) => `${field} が${limit}を上回りました`,
  below: (field, limit) => `${field} が${limit}を下回りました`,
  open: "開く",
};

export const live: Translation<LiveWords> = {
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
  endedAfter: (name, duration) => say`${name} が${duration}で配信を終了`,
  endedAfterAtLeast: (name, duration) => say`${name} が少なくとも${duration}で配信を終了`,
  endedAt: (when) => say`終了：${when}`,
  lastSeen: (when) => say`最後に配信を確認：${when}`,
  unwatched: {
    removed: () => say`ウォッチは終了`,
    paused: (when) => say`チェックを一時停止：${when}`,
  },
  viewers: (count) => `視聴者${shortNumber("ja", count)}人`,
  peak: (viewers) => `最大${viewers}`,
  retitled: (name) => say`${name}がタイトルを変更しました`,
  wasTitled: (title) => `以前は「${title}」`,
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

export const products: Translation<ProductsWords> = {
  product: "商品",
  category: "カテゴリ",
  titled: (category) => `「${category}」`,
  listed: {
    one: (name, category) => say`${name}が${category}に新登場`,
    many: (category) => `が${category}に新登場`,
    heading: (category) => `${category}の新着`,
  },
  delisted: {
    one: (name, category) => say`${name}が${category}から消えました`,
    many: (category) => `が${category}から消えました`,
    heading: (category) => `${category}から消えた商品`,
  },
  repriced: {
    one: (name, category) => say`${name}の${category}での価格が変わりました`,
    many: (category) => `の${category}での価格が変わりました`,
    heading: (category) => `${category}の価格変更`,
  },
  dearer: {
    one: (name, category) => say`${name}が${category}で値上がり`,
    many: (category) => `が${category}で値上がり`,
    heading: (category) => `${category}で値上がり`,
  },
  cheaper: {
    one: (name, category) => say`${name}が${category}で値下がり`,
    many: (category) => `が${category}で値下がり`,
    heading: (category) => `${category}で値下がり`,
  },
  sellsFast: {
    one: (name, category) => say`${name}が${category}で売れ行き好調`,
    many: (category) => `が${category}で売れ行き好調`,
    heading: (category) => `${category}で売れ行き好調`,
  },
  lastAt: (price) => `最後の価格：${price}`,
  sold: (before, after) => `販売数 ${before} → ${after}`,
  open: "開く",
};

export const ranking: Translation<RankingWords> = {
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
  diamondsTo: (diamonds, place) => `${place}位まであと${diamonds}ダイヤ`,
  resets: "リセット",
  profile: "プロフィール",
};

export const record: Translation<RecordWords> = {
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
    one: (name, field, growth) => say`${name}：${field} が増加${growth === "" ? "" : `（${growth}）`}`,
    many: () => " が増加",
    heading: () => "増加",
  },
};
