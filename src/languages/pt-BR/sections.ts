import type { Translation } from "../../core/language.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const ptBR: Translation<SectionWords> = {
  periods: {
    day: { before: "no dia anterior", against: "em relação ao dia anterior", whole: "o dia inteiro" },
    week: { before: "na semana anterior", against: "em relação à semana anterior", whole: "a semana inteira" },
    month: { before: "no mês anterior", against: "em relação ao mês anterior", whole: "o mês inteiro" },
    period: { before: "no período anterior", against: "em relação ao período anterior", whole: "o período inteiro" },
  },
  changed: (change, against) => `${change} ${against}`,
  space: " ",
  asMuch: (before) => `o mesmo que ${before}`,
  noneWatched: (none) => `Não há ${none} em acompanhamento.`,
  nothingRead: "Nada foi lido ainda.",
  unread: (count, targets, many) => `De ${count} de ${targets} ${many} ainda não se leu nada.`,
  partly: (count, targets, many, whole) =>
    `${count} de ${targets} ${many} não tiveram acompanhamento durante ${whole}.`,
  watchedFor: (many, part, atMost) => `Acompanhamento de ${many}: ${atMost ? "no máximo " : ""}${part}.`,
  days: (part, whole) => `${part} de ${whole} dias`,
  ofDays: (part, whole) => `${part} de ${whole} dias`,
  ofTime: (part, whole) => `${part} de ${whole}`,
};
