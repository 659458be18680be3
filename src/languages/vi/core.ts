import type { CoreWords } from "../../core/words.ts";
import type { Translation } from "../../core/language.ts";

export const vi: Translation<CoreWords> = {
  units: { s: " giây", m: " phút", h: " giờ", d: " ngày", between: " " },
  within: (growth, length) => `${growth} trong ${length}`,
  since: (growth, date) => `${growth} từ ${date}`,
  place: (place) => `hạng ${place}`,
  placeMove: (before, after) => `hạng ${before} → ${after}`,
};
