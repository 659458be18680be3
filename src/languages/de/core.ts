import type { Translation } from "../../core/language.ts";
import type { CoreWords } from "../../core/words.ts";

export const core: Translation<CoreWords> = {
  units: { s: " Sek.", m: " Min.", h: " Std.", d: " Tg.", between: " " },
  within: (growth, length) => `${growth} in ${length}`,
  since: (growth, date) => `${growth} seit ${date}`,
  place: (place) => `Platz ${place}`,
  placeMove: (before, after) => `Platz ${before} → ${after}`,
  hours: () => ({
    days: [
      "Mo montag montags",
      "Di dienstag dienstags",
      "Mi mittwoch mittwochs",
      "Do donnerstag donnerstags",
      "Fr freitag freitags",
      "Sa samstag samstags sonnabend sonnabends",
      "So sonntag sonntags",
    ],
    everyDay: ["taglich", "jeden tag"],
    weekend: ["wochenende", "wochenenden", "am wochenende"],
    workingDays: ["werktags", "wochentags", "unter der woche"],
    to: ["bis"],
    empty: ["von", "ab", "um", "gegen", "und", "jeden", "immer", "ca", "am"],
  }),
};
