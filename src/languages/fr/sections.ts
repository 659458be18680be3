import type { Translation } from "../../core/language.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const fr: Translation<SectionWords> = {
  periods: {
    day: { before: "la veille", against: "par rapport à la veille", whole: "toute la journée" },
    week: {
      before: "la semaine précédente",
      against: "par rapport à la semaine précédente",
      whole: "toute la semaine",
    },
    month: { before: "le mois précédent", against: "par rapport au mois précédent", whole: "tout le mois" },
    period: {
      before: "la période précédente",
      against: "par rapport à la période précédente",
      whole: "toute la période",
    },
  },
  changed: (change, against) => `${change} ${against}`,
  space: " ",
  asMuch: (before) => `autant que ${before}`,
  noneWatched: (none) => `Le suivi ne comporte pas de ${none}.`,
  nothingRead: "Rien n’a encore été lu.",
  unread: (count, targets, many) => `Rien n’a encore été lu pour ${count} ${many} sur ${targets}.`,
  partly: (count, targets, many, whole) => `Le suivi de ${count} ${many} sur ${targets} ne couvre pas ${whole}.`,
  watchedFor: (many, part, atMost) => `Suivi des ${many} : ${part}${atMost ? " au plus" : ""}.`,
  days: (part, whole) => `${part} jours sur ${whole}`,
  ofDays: (part, whole) => `${part} sur ${whole} jours`,
  ofTime: (part, whole) => `${part} sur ${whole}`,
};
