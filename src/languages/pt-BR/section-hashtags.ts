import { counting, type Translation } from "../../core/language.ts";
import type { HashtagsWords } from "../../sections/hashtags/words/en.ts";

const counted = counting("pt-BR");

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/(mi|bi|tri)$/.test(count) ? " de" : "");

export const ptBR: Translation<HashtagsWords> = {
  title: "Hashtags",
  none: "buscas de hashtags",
  many: "buscas",
  hashtag: "uma hashtag",
  views: (count, text) => `${text}${of(text)} ${counted(count, "visualização", "visualizações")}`,
  trends: "Tendências",
  gained: "Visualizações ganhas",
  byHashtags: (count) => `de ${count} hashtags`,
  fastest: "A mais rápida",
  typical: "Crescimento típico",
  below: (share) => `menos de ${share}`,
  median: (count) => `mediana de ${count} hashtags`,
  fresh: "Hashtags novas",
  gone: (count) => `${count} sumiram`,
  knownThen: (change, count) => `${change}, entre as ${count} já conhecidas`,
  growing: "As que mais crescem",
  trendsAndGrowing: "Tendências e maior crescimento",
  trend: "tendência",
  mostGained: "Mais visualizações ganhas",
  unknownViews: "visualizações desconhecidas",
  noneFound: "Nenhuma hashtag foi encontrada.",
  tooEarly: "Ainda falta acompanhamento para medir o crescimento.",
  nothingGrew: "Nada cresceu.",
  tooFew: "Poucas hashtags cresceram em percentual conhecido para apontar uma tendência.",
  againstGroup: (period) =>
    `As tendências são medidas só em relação ao grupo: conhecem-se menos de três ${{ day: "dias", week: "semanas", month: "meses", period: "períodos" }[period]} anteriores.`,
  found: (count, text) =>
    `${text} ${counted(count, "hashtag nova foi encontrada", "hashtags novas foram encontradas")}`,
  grewBy: (name, share) => `${name} cresceu ${share}`,
  doubled: (name) => `${name} dobrou`,
  grewTimes: (name, times) => `${name} multiplicou as visualizações por ${times}`,
  chartGrowing: "O que está crescendo",
  subtitle: (span) => `Crescimento de visualizações, ${span}`,
  alt: (span, which) => `Crescimento de visualizações das hashtags mais rápidas, ${span}: ${which}.`,
  isTrend: (hashtag) => `${hashtag}, uma tendência`,
};
