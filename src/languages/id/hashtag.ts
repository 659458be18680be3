import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";

export const id: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "sebuah pencarian",
  titled: (search) => `“${search}”`,
  appeared: {
    one: (name, search) => say`${name} muncul di ${search}`,
    many: (search) => `muncul di ${search}`,
    heading: (search) => `Baru di ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} hilang dari ${search}`,
    many: (search) => `hilang dari ${search}`,
    heading: (search) => `Tidak lagi di ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} naik pesat di ${search}`,
    many: (search) => `naik pesat di ${search}`,
    heading: (search) => `Naik pesat di ${search}`,
  },
  place: (position) => `Urutan ${position} di hasil pencarian`,
  lastPlace: (position) => `Urutan ${position} saat terakhir terlihat`,
  views: (count) => `${count} tayangan`,
  growth: (before, after) => `${before} → ${after} tayangan`,
  moreViews: "Tayangan bertambah",
  viewsLabel: "Tayangan",
  videosLabel: "Video",
  open: "Buka",
};
