import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " giây", m: " phút", h: " giờ", d: " ngày", between: " " },
  within: (growth, length) => `${growth} trong ${length}`,
  since: (growth, date) => `${growth} từ ${date}`,
  place: (place) => `hạng ${place}`,
  placeMove: (before, after) => `hạng ${before} → ${after}`,
};
