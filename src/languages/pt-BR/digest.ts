import { counting, type Translation } from "../../core/language.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";

const counted = counting("pt-BR");

export const ptBR: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Um dia tranquilo", week: "Uma semana tranquila", month: "Um mês tranquilo", period: "Um período tranquilo" }[period]}: nada chamou atenção.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) => `${count} ${counted(count, "anterior foi pulado", "anteriores foram pulados")}`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};
