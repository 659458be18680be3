import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: "秒", m: "分", h: "時間", d: "日", between: "" },
  within: (growth, length) => `${length}で${growth}`,
  since: (growth, date) => `${date}から${growth}`,
  place: (place) => `${place}位`,
  placeMove: (before, after) => `${before}位 → ${after}位`,
};
