import { counting, type Translation } from "../../core/language.ts";
import type { HashtagsWords } from "../../sections/hashtags/words/en.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";
import type { ProductsWords } from "../../sections/products/words/en.ts";
import type { RankingsWords } from "../../sections/rankings/words/en.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const sections: Translation<SectionWords> = {
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
  partly: (count, targets, many, whole) =>
    `${count} de ${targets} ${many} no se ${count === 1 ? "siguió" : "siguieron"} durante ${whole}.`,
  watchedFor: (many, part, atMost) => `Seguimiento de ${many}: ${atMost ? "como máximo " : ""}${part}.`,
  days: (part, whole) => `${part} de ${whole} días`,
  ofDays: (part, whole) => `${part} de ${whole} días`,
  ofTime: (part, whole) => `${part} de ${whole}`,
};

const counted = counting("es");

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/[MB]$/.test(count) ? " de" : "");

export const sectionHashtags: Translation<HashtagsWords> = {
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

export const sectionLists: Translation<ListsWords> = {
  title: "Vídeos y elementos",
  none: "listas de elementos",
  many: "listas",
  fresh: "Elementos nuevos",
  still: (count) => `${count} siguen en la lista`,
  gone: "Elementos desaparecidos",
  surged: "Elementos que crecen con fuerza",
  crossed: "Elementos que cruzaron un límite",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} por encima de ${limit}`,
  below: (field, limit) => `${field} por debajo de ${limit}`,
  nothing: "Ningún elemento apareció, desapareció ni creció con fuerza.",
  found: (count, text) =>
    `${text} ${counted(count, "elemento nuevo apareció en las listas", "elementos nuevos aparecieron en las listas")}`,
  lost: (count, text) =>
    `${text} ${counted(count, "elemento ya no está en las listas", "elementos ya no están en las listas")}`,
  grewBy: (name, field, share) => `${name} creció un ${share} (${field})`,
  passed: (name, fact) => `${name} cruzó un límite: ${fact}`,
  chart: "Elementos nuevos por lista",
  subtitle: (span) => `Elementos que aparecieron, ${span}`,
  alt: (span, which) => `Elementos nuevos por lista, ${span}: ${which}.`,
};

export const sectionLives: Translation<LivesWords> = {
  title: "Directos",
  none: "creadores en directo",
  many: "creadores",
  creator: "Un creador",
  airtime: "Tiempo en directo",
  wereLive: "Emitieron",
  of: (count, all) => `${count} de ${all}`,
  onAirAtEnd: (count) => `${count} en directo al final`,
  pace: (month) => `Previsión para ${month}`,
  soFar: (time) => `${time} hasta ahora`,
  longest: "Directo más largo",
  sessions: "Emisiones",
  average: (time) => `${time} de media`,
  watchedThen: (change, count) => `${change}, entre los ${count} que ya se seguían`,
  most: "Más tiempo en directo",
  changes: "Mayores cambios",
  days: (count) => `${count} ${counted(count, "día", "días")}`,
  nobody: "No se vio a nadie en directo.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`comparar el tiempo en directo con ${before}`]),
      ...(month === null ? [] : [`hacer una previsión para ${month}`]),
    ];
    return `Aún falta seguimiento para ${unknown.join(" o ")}.`;
  },
  together: (count) => `${count} creadores juntos`,
  notOnAir: ({ who, many }, time, before) => `${who} no ${many ? "emitieron" : "emitió"}, tras ${time} ${before}`,
  afterNone: ({ who, many }, time, before) => `${who} ${many ? "emitieron" : "emitió"} ${time}, tras nada ${before}`,
  timesAsLong: ({ who, many }, times, before) =>
    `${who} ${many ? "emitieron" : "emitió"} ${times === 2 ? "el doble" : `${times} veces más`} que ${before}`,
  halfAsLong: ({ who, many }, before) => `${who} ${many ? "emitieron" : "emitió"} la mitad que ${before}`,
  longer: ({ who, many }, share, before) => `${who} ${many ? "emitieron" : "emitió"} un ${share} más que ${before}`,
  shorter: ({ who, many }, share, before) => `${who} ${many ? "emitieron" : "emitió"} un ${share} menos que ${before}`,
  onAirLongest: (name, time) => `${name} fue quien más emitió, ${time}`,
  chart: "Quién estuvo en directo",
  subtitle: (span) => `Tiempo en directo, ${span}`,
  alt: (span, recipient) => `Tiempo en directo de quienes más emitieron, ${span}: ${recipient}.`,
  inChart: (name, time, sessions, days) =>
    `${name} ${time} en ${sessions} ${counted(sessions, "emisión", "emisiones")} durante ${days}`,
};

export const sectionProducts: Translation<ProductsWords> = {
  title: "Productos",
  none: "categorías de productos",
  many: "categorías",
  product: "un producto",
  daily: (count) => `${count} al día`,
  fewDaily: (count) => `menos de ${count} al día`,
  cuts: "Bajadas de precio",
  raised: (count) => `${count} subidas`,
  deepest: "Mayor bajada",
  sold: "Vendidos",
  ofProducts: (count) => `de ${count} productos`,
  bestSeller: "El más vendido",
  fresh: "Productos nuevos",
  gone: (count) => `${count} retirados`,
  knownThen: (change, count) => `${change}, entre los ${count} ya conocidos`,
  selling: "Se venden más rápido",
  unknownPrice: "precio desconocido",
  stars: (rating) => `${rating} de 5 estrellas`,
  reviews: (count, text) => `${text} ${counted(count, "opinión", "opiniones")}`,
  still: "Ningún precio cambió.",
  rebased: (count, text) =>
    `${text} ${counted(count, "producto tiene", "productos tienen")} ahora otra moneda; los precios anteriores no se comparan.`,
  unknownSales: "No se sabe qué se vendió.",
  tooEarly: "Aún falta seguimiento para decir qué se vendió.",
  nothingSold: "No se vieron ventas.",
  noneFound: "No se encontraron productos.",
  costsLess: (name, share, prices) => `${name} cuesta un ${share} menos (${prices})`,
  grows: (name, change, usual, isOwn) =>
    isOwn
      ? `${name} crece por su cuenta: ${change} en ventas, frente a ${usual} en productos similares`
      : `${name} crece más rápido que los demás: ${change} en ventas, productos similares ${usual}`,
  soldBest: (name, daily) => `${name} fue lo más vendido, ${daily}`,
  offered: (count, text) => `${text} ${counted(count, "producto nuevo está", "productos nuevos están")} a la venta`,
  chartCuts: "Precios rebajados",
  chartSelling: "Lo que más rápido se vende",
  changeOfPrice: "Cambio de precio",
  soldDaily: "Vendidos al día",
  subtitle: (what, span) => `${what}, ${span}`,
  alt: (what, span, gist) => `${what}, ${span}: ${gist}.`,
};

export const sectionRankings: Translation<RankingsWords> = {
  title: "Clasificaciones",
  none: "clasificaciones en directo",
  many: "clasificaciones",
  creator: "Un creador",
  topClimb: "Subida destacada",
  bestPlace: "Mejor puesto",
  climbed: "Subieron",
  fell: (count) => `${count} bajaron`,
  leagues: "Ligas",
  up: (count) => `${count} suben`,
  down: (count) => `${count} bajan`,
  closed: "Periodos cerrados",
  inTopTen: (count) => `${count} al final en el top 10`,
  movers: "Subidas y bajadas",
  best: "Mejores puestos",
  others: "Otros buenos puestos",
  atClose: (place) => `${place} al cierre`,
  closedAt: (place, final) => `${place} · cerró en el ${final}`,
  tooEarly: "Aún falta seguimiento para decir quién subió o bajó.",
  unmoved: "Nadie subió ni bajó.",
  nobody: "No se vio a nadie en una clasificación.",
  rose: (name, from, to, ranking) => `${name} subió del ${from} al ${to} en «${ranking}»`,
  sank: (name, from, to, ranking) => `${name} bajó del ${from} al ${to} en «${ranking}»`,
  topTenShare: (name, ranking, now, before) =>
    `${name} estuvo en el top 10 de «${ranking}» el ${now} del tiempo, antes el ${before}`,
  leagueUp: (name, before, after) => `${name} ascendió de la liga ${before} a la ${after}`,
  leagueDown: (name, before, after) => `${name} descendió de la liga ${before} a la ${after}`,
  stood: (name, place, ranking) => `${name} llegó al ${place} en «${ranking}»`,
  chartMoved: "Quién subió y quién bajó",
  chartBest: "Quién quedó mejor",
  subtitle: (span) => `Puestos, ${span}`,
  alt: (span, recipient) => `Puestos en las clasificaciones, ${span}: ${recipient}.`,
};

export const sectionRecords: Translation<RecordsWords> = {
  title: "Perfiles y cifras",
  none: "perfiles",
  many: "perfiles",
  record: "un perfil",
  rising: "Cifras que suben",
  fallen: (count) => `${count} bajan`,
  highest: "Mayor subida",
  rises: "Mayores subidas",
  falls: "Mayores bajadas",
  milestones: "Hitos",
  texts: "Textos cambiados",
  named: (name, field) => `${name}: ${field}`,
  nothing: "Ninguna cifra cambió.",
  tooEarly: "Aún falta seguimiento para comparar cifras.",
  grewBy: (name, field, share) => `${name} creció un ${share} en ${field}`,
  doubled: (name, field) => `${name} se duplicó en ${field}`,
  grewTimes: (name, field, times) => `${name} se multiplicó por ${times} en ${field}`,
  lost: (name, field, share) => `${name} perdió un ${share} en ${field}`,
  reached: (name, milestone, field) => `${name} alcanzó ${milestone} ${field}`,
  chart: "Cifras que crecieron",
  subtitle: (span) => `Crecimiento de las cifras, ${span}`,
  alt: (span, which) => `Crecimiento de las cifras que más subieron, ${span}: ${which}.`,
};
