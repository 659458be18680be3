import { counting, type Translation } from "../../core/language.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";

const counted = counting("fr");

export const fr: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Une journée calme", week: "Une semaine calme", month: "Un mois calme", period: "Une période calme" }[period]} : rien ne s’est démarqué.`,
  headline: (facts) => `${facts.join(" ; ")}.`,
  passedOver: (count) => `${count} ${counted(count, "précédent a été sauté", "précédents ont été sautés")}`,
  those: (titles, note) => `${titles.join(", ")} : ${note}`,
};
