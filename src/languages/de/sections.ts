import type { Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const de: Translation<SectionWords> = {
  periods: {
    day: { before: "am Tag davor", against: "gegenüber dem Vortag", whole: "den ganzen Tag" },
    week: { before: "in der Woche davor", against: "gegenüber der Vorwoche", whole: "die ganze Woche" },
    month: { before: "im Monat davor", against: "gegenüber dem Vormonat", whole: "den ganzen Monat" },
    period: { before: "im Zeitraum davor", against: "gegenüber dem Zeitraum davor", whole: "den ganzen Zeitraum" },
  },
  changed: (change, against) => `${change} ${against}`,
  space: " ",
  asMuch: (before) => `so viel wie ${before}`,
  noneWatched: (none) => `Es werden keine ${none} beobachtet.`,
  nothingRead: "Bisher wurde nichts gelesen.",
  unread: (count, targets, many) => `Von ${count} der ${targets} ${many} wurde bisher nichts gelesen.`,
  partly: (count, targets, many, whole) => `${count} der ${targets} ${many} wurden nicht ${whole} beobachtet.`,
  watchedFor: (many, part, atMost) => `Beobachtungszeit der ${many}: ${atMost ? "höchstens " : ""}${ended(part)}`,
  days: (part, whole) => `${part} von ${whole} Tagen`,
  ofDays: (part, whole) => `${part} von ${whole} Tagen`,
  ofTime: (part, whole) => `${part} von ${whole}`,
};
