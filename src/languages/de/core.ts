import type { CoreWords } from "../../core/words.ts";
import type { Translation } from "../../core/language.ts";

export const de: Translation<CoreWords> = {
  units: { s: " Sek.", m: " Min.", h: " Std.", d: " Tg.", between: " " },
  within: (growth, length) => `${growth} in ${length}`,
  since: (growth, date) => `${growth} seit ${date}`,
  place: (place) => `Platz ${place}`,
  placeMove: (before, after) => `Platz ${before} → ${after}`,
};
