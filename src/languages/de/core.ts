import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " Sek.", m: " Min.", h: " Std.", d: " Tg.", between: " " },
  within: (growth, length) => `${growth} in ${length}`,
  since: (growth, date) => `${growth} seit ${date}`,
  place: (place) => `Platz ${place}`,
  placeMove: (before, after) => `Platz ${before} → ${after}`,
};
