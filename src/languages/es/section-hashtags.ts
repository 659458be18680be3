import { counting, type Translation } from "../../core/language.ts";
import type { HashtagsWords } from "../../sections/hashtags/words/en.ts";

const counted = counting("es");

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/[MB]$/.test(count) ? " de" : "");

export const es: Translation<HashtagsWords> = {
  title: "Hashtags",
  none: "búsquedas de hashtags",
  many: "búsquedas",
  hashtag: "un hashtag",
  views: (count, text) => `${text}${of(text)} ${counted(count, "visualización", "visualizaciones")}`,
  trends: "Tendencias",
  gained: "Visualizaciones ganadas",
  byHashtags: (count) => `de ${count} hashtags`,
  fastest: "El más rápido",
  typical: "Crecimiento habitual",
  below: (share) => `menos del ${share}`,
  median: (count) => `mediana de ${count} hashtags`,
  fresh: "Hashtags nuevos",
  gone: (count) => `${count} desaparecidos`,
  knownThen: (change, count) => `${change}, entre los ${count} ya conocidos`,
  growing: "Los que más crecen",
  trendsAndGrowing: "Tendencias y mayor crecimiento",
  trend: "tendencia",
  mostGained: "Más visualizaciones ganadas",
  unknownViews: "visualizaciones desconocidas",
  noneFound: "No se encontraron hashtags.",
  tooEarly: "Aún falta seguimiento para medir el crecimiento.",
  nothingGrew: "Nada creció.",
  tooFew: "Muy pocos hashtags crecieron un porcentaje conocido como para señalar una tendencia.",
  againstGroup: (period) =>
    `Las tendencias se miden solo frente al grupo: se conocen menos de tres ${{ day: "días", week: "semanas", month: "meses", period: "periodos" }[period]} anteriores.`,
  found: (count, text) =>
    `${text} ${counted(count, "hashtag nuevo apareció", "hashtags nuevos aparecieron")} en las búsquedas`,
  grewBy: (name, share) => `${name} creció un ${share}`,
  doubled: (name) => `${name} se duplicó`,
  grewTimes: (name, times) => `${name} se multiplicó por ${times}`,
  chartGrowing: "Qué está creciendo",
  subtitle: (span) => `Crecimiento de visualizaciones, ${span}`,
  alt: (span, which) => `Crecimiento de visualizaciones de los hashtags más rápidos, ${span}: ${which}.`,
  isTrend: (hashtag) => `${hashtag}, tendencia`,
};
