import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

const ordinal = (place: string): string => (place === "1" ? "1re" : `${place}e`);

export const core: Translation<CoreWords> = {
  units: { s: " s", m: " min", h: " h", d: " j", between: " " },
  within: (growth, length) => `${growth} en ${length}`,
  since: (growth, date) => `${growth} depuis le ${date}`,
  place: (place) => `${ordinal(place)} place`,
  placeMove: (before, after) => `${ordinal(before)} → ${ordinal(after)} place`,
};
