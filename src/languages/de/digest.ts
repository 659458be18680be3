import { counting, type Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";

const counted = counting("de");

export const de: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Ein ruhiger Tag", week: "Eine ruhige Woche", month: "Ein ruhiger Monat", period: "Ein ruhiger Zeitraum" }[period]}: Nichts fiel auf.`,
  headline: (facts) => ended(facts.join("; ")),
  passedOver: (count) => `${count} ${counted(count, "frühere wurde", "frühere wurden")} übersprungen`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};
