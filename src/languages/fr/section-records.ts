import type { Translation } from "../../core/language.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";

export const fr: Translation<RecordsWords> = {
  title: "Fiches",
  none: "fiches",
  many: "fiches",
  record: "une fiche",
  rising: "Chiffres en hausse",
  fallen: (count) => `${count} en baisse`,
  highest: "Plus forte hausse",
  rises: "Plus fortes hausses",
  falls: "Plus fortes baisses",
  milestones: "Paliers atteints",
  texts: "Textes modifiés",
  named: (name, field) => `${name} : ${field}`,
  nothing: "Aucun chiffre n’a changé.",
  tooEarly: "Suivi encore trop court pour comparer des chiffres.",
  grewBy: (name, field, share) => `${name} a progressé de ${share} (${field})`,
  doubled: (name, field) => `${name} a doublé (${field})`,
  grewTimes: (name, field, times) => `${name} a été multiplié par ${times} (${field})`,
  lost: (name, field, share) => `${name} a perdu ${share} (${field})`,
  reached: (name, milestone, field) => `${name} a atteint ${milestone} ${field}`,
  chart: "Chiffres en progression",
  subtitle: (span) => `Progression des chiffres, ${span}`,
  alt: (span, which) => `Progression des chiffres en plus forte hausse, ${span} : ${which}.`,
};
