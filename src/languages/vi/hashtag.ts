import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";

export const vi: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "một tìm kiếm",
  titled: (search) => `“${search}”`,
  appeared: {
    one: (name, search) => say`${name} xuất hiện trong ${search}`,
    many: (search) => `xuất hiện trong ${search}`,
    heading: (search) => `Mới trong ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} biến mất khỏi ${search}`,
    many: (search) => `biến mất khỏi ${search}`,
    heading: (search) => `Không còn trong ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} tăng mạnh trong ${search}`,
    many: (search) => `tăng mạnh trong ${search}`,
    heading: (search) => `Tăng mạnh trong ${search}`,
  },
  place: (position) => `Vị trí ${position} trong kết quả`,
  lastPlace: (position) => `Vị trí ${position} khi thấy lần cuối`,
  views: (count) => `${count} lượt xem`,
  growth: (before, after) => `${before} → ${after} lượt xem`,
  moreViews: "Nhiều lượt xem hơn",
  viewsLabel: "Lượt xem",
  videosLabel: "Số video",
  open: "Mở",
};
