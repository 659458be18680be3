import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " giây", m: " phút", h: " giờ", d: " ngày", between: " " },
  within: (growth, length) => `${growth} trong ${length}`,
  since: (growth, date) => `${growth} từ ${date}`,
  place: (place) => `hạng ${place}`,
  placeMove: (before, after) => `hạng ${before} → ${after}`,
  hours: () => ({
    days: ["T2 thu2", "T3 thu3", "T4 thu4", "T5 thu5", "T6 thu6", "T7 thu7", "CN chunhat"],
    everyDay: ["hang ngay", "moi ngay"],
    weekend: ["cuoi tuan"],
    workingDays: ["ngay thuong", "ngay trong tuan"],
    to: ["den"],
    empty: ["va", "tu", "luc", "ngay", "khoang"],
  }),
};
