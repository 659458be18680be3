import { counting } from "../../../core/language.ts";
import { ended } from "../../../core/text.ts";
import type { DigestWords } from "./en.ts";

const counted = counting("de");

export const de: DigestWords = {
  quiet: (period) =>
    `${{ day: "Ein ruhiger Tag", week: "Eine ruhige Woche", month: "Ein ruhiger Monat", period: "Ein ruhiger Zeitraum" }[period]}: Nichts fiel auf.`,
  headline: (facts) => ended(facts.join("; ")),
  passedOver: (count) => `${count} ${counted(count, "frühere wurde", "frühere wurden")} übersprungen`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};
