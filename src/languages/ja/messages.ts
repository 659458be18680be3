import type { ChannelWords } from "../../channels/words/en.ts";
import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count}人が配信中`,
  nobody: "配信中の人はいません",
  nobodyKnown: "確認できる範囲では誰も配信していません",
  unknown: (count) => `${count}人は不明`,
  unknownSince: (when) => say`${when}から不明（それまで配信中）`,
  blind: "誰が配信中か分かりません",
  since: (when) => say`${when}から`,
  sinceAtLeast: (when) => say`少なくとも${when}から`,
  blindSince: (when) => say`${when}から分かりません。最後に分かっていたこと：`,
  more: (count) => `ほか${count}人`,
  moreThan: (count) => `ほか${count}人以上`,
  checked: (when) => say`確認：${when}`,
  placeholder: "このメッセージか、より新しいメッセージに、ライブ中の人が表示されます。",
  over: "このボードはもう更新されません。",
};

export const channels: Translation<ChannelWords> = {
  update: "お知らせ",
  moreUpdates: (count) => `ほか${count}件のお知らせ`,
  more: (count) => `ほか${count}件`,
  left: (count) => `+ほか${count}件`,
  did: (names, did) => `${names}${did}`,
  comma: "、",
  colon: "：",
  inPicture: (legend) => `画像内の表記：${legend}`,
  digest: "まとめ",
  picture: "画像",
  moment: "{date_short_pretty} {time}",
  pictureOf: (name) => `${name}さんの画像`,
  coverOf: (name) => `${name}さんの配信のカバー画像`,
  unsubscribe: "配信停止",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "静かな1日", week: "静かな1週間", month: "静かな1か月", period: "静かな期間" }[period]}でした。目立った動きはありません。`,
  headline: (facts) => `${facts.join("。")}。`,
  passedOver: (count) => `以前の${count}回分は省略`,
  those: (titles, note) => `${titles.join("、")}：${note}`,
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `${operation}の応答の大半を読み取れません${path === "" ? "" : `（${path}）`}。応答（POST /v1/upstream/probe）とUPSTREAM_OPERATIONSのポインターを見比べてください。`,
  incomplete: {
    title: "リストの大半の項目が一度に見えなくなりました",
    next: "操作は不要です。続く応答で確かめられるまで、消えたとは見なしません。繰り返す場合はサービスを確認してください。",
    over: "リストの応答が再び一致しました",
  },
  refused: (operation, status, limited) =>
    limited
      ? `データ取得先のサービスが${operation}を制限しています（${status}）`
      : `データ取得先のサービスが${operation}を拒否しています（${status}）`,
  refusedNext: (limited) =>
    limited
      ? "操作は不要です。この取得だけがサービスの指定した時間待機します。ほかの取得は通常どおり続きます。"
      : "ほかの取得は通常どおり続きます。アカウントでこの操作を使えるか確認してください。それまで10分ごとに1回だけ試します。",
  refusedOver: (operation) => `データ取得先のサービスが${operation}に再び応答しています`,
};
