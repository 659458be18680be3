import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " s", m: " min", h: " h", d: " d", between: " " },
  within: (growth, length) => `${growth} en ${length}`,
  since: (growth, date) => `${growth} desde el ${date}`,
  place: (place) => `puesto ${place}`,
  placeMove: (before, after) => `puesto ${before} → ${after}`,
};
