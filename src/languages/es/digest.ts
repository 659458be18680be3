import { counting, type Translation } from "../../core/language.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";

const counted = counting("es");

export const es: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Un día tranquilo", week: "Una semana tranquila", month: "Un mes tranquilo", period: "Un periodo tranquilo" }[period]}: nada destacó.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) =>
    `se ${counted(count, "omitió", "omitieron")} ${count} ${counted(count, "anterior", "anteriores")}`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};
