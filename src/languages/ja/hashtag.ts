import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";

export const ja: Translation<HashtagWords> = {
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
    one: (name, search) => say`${name} が${search}で大きく増加`,
    many: (search) => ` が${search}で大きく増加`,
    heading: (search) => `${search}で大きく増加`,
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
