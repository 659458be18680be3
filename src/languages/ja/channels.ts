import type { Translation } from "../../core/language.ts";
import type { ChannelWords } from "../../channels/words/en.ts";

export const ja: Translation<ChannelWords> = {
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
