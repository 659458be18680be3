import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

const ordinal = (place: string): string => (place === "1" ? "1re" : `${place}e`);

export const core: Translation<CoreWords> = {
  units: { s: " s", m: " min", h: " h", d: " j", between: " " },
  within: (growth, length) => `${growth} en ${length}`,
  since: (growth, date) => `${growth} depuis le ${date}`,
  place: (place) => `${ordinal(place)} place`,
  placeMove: (before, after) => `${ordinal(before)} → ${ordinal(after)} place`,
  hours: () => ({
    days: [
      "lun lundi lundis",
      "mar mardi mardis",
      "mer mercredi mercredis",
      "jeu jeudi jeudis",
      "ven vendredi vendredis",
      "sam samedi samedis",
      "dim dimanche dimanches",
    ],
    everyDay: ["tous les jours", "chaque jour", "quotidien"],
    weekend: ["week-end", "week-ends", "weekend", "weekends"],
    workingDays: ["en semaine"],
    to: ["a", "au", "jusqu"],
    empty: ["et", "de", "des", "le", "les", "la", "partir", "vers", "entre"],
  }),
};
