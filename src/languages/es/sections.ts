import type { Translation } from "../../core/language.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const es: Translation<SectionWords> = {
  periods: {
    day: { before: "el día anterior", against: "respecto al día anterior", whole: "todo el día" },
    week: { before: "la semana anterior", against: "respecto a la semana anterior", whole: "toda la semana" },
    month: { before: "el mes anterior", against: "respecto al mes anterior", whole: "todo el mes" },
    period: { before: "el periodo anterior", against: "respecto al periodo anterior", whole: "todo el periodo" },
  },
  changed: (change, against) => `${change} ${against}`,
  space: " ",
  asMuch: (before) => `igual que ${before}`,
  noneWatched: (none) => `No hay ${none} en seguimiento.`,
  nothingRead: "Aún no se ha leído nada.",
  unread: (count, targets, many) => `De ${count} de ${targets} ${many} aún no se ha leído nada.`,
  partly: (count, targets, many, whole) => `${count} de ${targets} ${many} no se siguieron durante ${whole}.`,
  watchedFor: (many, part, atMost) => `Seguimiento de ${many}: ${atMost ? "como máximo " : ""}${part}.`,
  days: (part, whole) => `${part} de ${whole} días`,
  ofDays: (part, whole) => `${part} de ${whole} días`,
  ofTime: (part, whole) => `${part} de ${whole}`,
};
