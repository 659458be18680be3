import type { CoreWords } from "../../core/words.ts";
import type { Translation } from "../../core/language.ts";

export const es: Translation<CoreWords> = {
  units: { s: " s", m: " min", h: " h", d: " d", between: " " },
  within: (growth, length) => `${growth} en ${length}`,
  since: (growth, date) => `${growth} desde el ${date}`,
  place: (place) => `puesto ${place}`,
  placeMove: (before, after) => `puesto ${before} → ${after}`,
};
