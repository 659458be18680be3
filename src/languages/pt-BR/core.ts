import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " s", m: " min", h: " h", d: " d", between: " " },
  within: (growth, length) => `${growth} em ${length}`,
  since: (growth, date) => `${growth} desde ${date}`,
  place: (place) => `${place}º lugar`,
  placeMove: (before, after) => `${before}º → ${after}º lugar`,
};
