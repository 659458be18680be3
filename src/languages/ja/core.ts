import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: "秒", m: "分", h: "時間", d: "日", between: "" },
  within: (growth, length) => `${length}で${growth}`,
  since: (growth, date) => `${date}から${growth}`,
  place: (place) => `${place}位`,
  placeMove: (before, after) => `${before}位 → ${after}位`,
  hours: () => ({
    days: ["月", "火", "水", "木", "金", "土", "日"],
    everyDay: ["毎日"],
    weekend: ["週末", "土日"],
    workingDays: ["平日"],
    to: ["まで", "から"],
    empty: ["の", "は", "頃", "ごろ", "曜日", "曜", "、", "と"],
  }),
};
