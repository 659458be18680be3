import type { Translation } from "../../core/language.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const id: Translation<SectionWords> = {
  periods: {
    day: { before: "hari sebelumnya", against: "dari hari sebelumnya", whole: "sehari penuh" },
    week: { before: "minggu sebelumnya", against: "dari minggu sebelumnya", whole: "seminggu penuh" },
    month: { before: "bulan sebelumnya", against: "dari bulan sebelumnya", whole: "sebulan penuh" },
    period: { before: "periode sebelumnya", against: "dari periode sebelumnya", whole: "seluruh periode" },
  },
  changed: (change, against) => `${change} ${against}`,
  space: " ",
  asMuch: (before) => `sama dengan ${before}`,
  noneWatched: (none) => `Tidak ada ${none} yang dipantau.`,
  nothingRead: "Belum ada yang terbaca.",
  unread: (count, targets, many) => `Belum ada yang terbaca untuk ${count} dari ${targets} ${many}.`,
  partly: (count, targets, many, whole) => `${count} dari ${targets} ${many} tidak dipantau selama ${whole}.`,
  watchedFor: (many, part, atMost) => `Lama pemantauan ${many}: ${atMost ? "paling lama " : ""}${part}.`,
  days: (part, whole) => `${part} dari ${whole} hari`,
  ofDays: (part, whole) => `${part} dari ${whole} hari`,
  ofTime: (part, whole) => `${part} dari ${whole}`,
};
