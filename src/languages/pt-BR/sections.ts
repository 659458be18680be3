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
    `${count} de ${targets} ${many} não ${count === 1 ? "teve" : "tiveram"} acompanhamento durante ${whole}.`,
  watchedFor: (many, part, atMost) => `Acompanhamento de ${many}: ${atMost ? "no máximo " : ""}${part}.`,
  days: (part, whole) => `${part} de ${whole} dias`,
  ofDays: (part, whole) => `${part} de ${whole} dias`,
  ofTime: (part, whole) => `${part} de ${whole}`,
};

const counted = counting("pt-BR");

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/(mi|bi|tri)$/.test(count) ? " de" : "");

export const sectionHashtags: Translation<HashtagsWords> = {
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

export const sectionLists: Translation<ListsWords> = {
  title: "Vídeos e itens",
  none: "listas de itens",
  many: "listas",
  fresh: "Itens novos",
  still: (count) => `${count} ainda na lista`,
  gone: "Itens que saíram",
  surged: "Itens que cresceram bastante",
  crossed: "Itens que cruzaram um limite",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} acima de ${limit}`,
  below: (field, limit) => `${field} abaixo de ${limit}`,
  nothing: "Nenhum item apareceu, saiu ou cresceu bastante.",
  found: (count, text) =>
    `${text} ${counted(count, "item novo apareceu nas listas", "itens novos apareceram nas listas")}`,
  lost: (count, text) =>
    `${text} ${counted(count, "item não está mais nas listas", "itens não estão mais nas listas")}`,
  grewBy: (name, field, share) => `${name} cresceu ${share} (${field})`,
  passed: (name, fact) => `${name} cruzou um limite: ${fact}`,
  chart: "Itens novos por lista",
  subtitle: (span) => `Itens que apareceram, ${span}`,
  alt: (span, which) => `Itens novos por lista, ${span}: ${which}.`,
};

/** "na semana anterior" as "da semana anterior". */
const ofPeriod = (before: string): string => before.replace(/^n(?=[ao] )/, "d");

export const sectionLives: Translation<LivesWords> = {
  title: "Lives",
  none: "criadores ao vivo",
  many: "criadores",
  creator: "Um criador",
  airtime: "Tempo ao vivo",
  wereLive: "Fizeram live",
  of: (count, all) => `${count} de ${all}`,
  onAirAtEnd: (count) => `${count} ao vivo no fim`,
  pace: (month) => `Projeção para ${month}`,
  soFar: (time) => `${time} até agora`,
  longest: "Live mais longa",
  sessions: "Transmissões",
  average: (time) => `${time} em média`,
  watchedThen: (change, count) => `${change}, entre os ${count} já acompanhados`,
  most: "Mais tempo ao vivo",
  changes: "Maiores mudanças",
  days: (count) => `${count} ${counted(count, "dia", "dias")}`,
  nobody: "Ninguém foi visto ao vivo.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`comparar com o tempo ao vivo ${before}`]),
      ...(month === null ? [] : [`fazer uma projeção para ${month}`]),
    ];
    return `Ainda falta acompanhamento para ${unknown.join(" ou ")}.`;
  },
  together: (count) => `${count} criadores juntos`,
  notOnAir: ({ who, many }, time, before) =>
    `${who} não ${many ? "entraram" : "entrou"} ao vivo, depois de ${time} ${before}`,
  afterNone: ({ who, many }, time, before) =>
    `${who} ${many ? "ficaram" : "ficou"} ${time} ao vivo, depois de nada ${before}`,
  timesAsLong: ({ who, many }, times, before) =>
    `${who} ${many ? "ficaram" : "ficou"} ao vivo ${times === 2 ? "o dobro do tempo" : `${times} vezes o tempo`} ${ofPeriod(before)}`,
  halfAsLong: ({ who, many }, before) =>
    `${who} ${many ? "ficaram" : "ficou"} ao vivo metade do tempo ${ofPeriod(before)}`,
  longer: ({ who, many }, share, before) =>
    `${who} ${many ? "ficaram" : "ficou"} ao vivo ${share} mais do que ${before}`,
  shorter: ({ who, many }, share, before) =>
    `${who} ${many ? "ficaram" : "ficou"} ao vivo ${share} menos do que ${before}`,
  onAirLongest: (name, time) => `${name} ficou mais tempo ao vivo: ${time}`,
  chart: "Quem esteve ao vivo",
  subtitle: (span) => `Tempo ao vivo, ${span}`,
  alt: (span, recipient) => `Tempo ao vivo de quem ficou mais tempo ao vivo, ${span}: ${recipient}.`,
  inChart: (name, time, sessions, days) =>
    `${name} ${time} em ${sessions} ${counted(sessions, "transmissão", "transmissões")} durante ${days}`,
};

export const sectionProducts: Translation<ProductsWords> = {
  title: "Produtos",
  none: "categorias de produtos",
  many: "categorias",
  product: "um produto",
  daily: (count) => `${count} por dia`,
  fewDaily: (count) => `menos de ${count} por dia`,
  cuts: "Quedas de preço",
  raised: (count) => `${count} aumentos`,
  deepest: "Maior queda",
  sold: "Vendidos",
  ofProducts: (count) => `de ${count} produtos`,
  bestSeller: "Mais vendido",
  fresh: "Produtos novos",
  gone: (count) => `${count} saíram`,
  knownThen: (change, count) => `${change}, entre os ${count} já conhecidos`,
  selling: "Vendem mais rápido",
  unknownPrice: "preço desconhecido",
  stars: (rating) => `${rating} de 5 estrelas`,
  reviews: (count, text) => `${text} ${counted(count, "avaliação", "avaliações")}`,
  still: "Nenhum preço mudou.",
  rebased: (count, text) =>
    `${text} ${counted(count, "produto tem", "produtos têm")} agora outra moeda; os preços anteriores não são comparados.`,
  unknownSales: "Não se sabe o que foi vendido.",
  tooEarly: "Ainda falta acompanhamento para dizer o que foi vendido.",
  nothingSold: "Nenhuma venda foi vista.",
  noneFound: "Nenhum produto foi encontrado.",
  costsLess: (name, share, prices) => `${name} custa ${share} menos (${prices})`,
  grows: (name, change, usual, isOwn) =>
    isOwn
      ? `${name} cresce por conta própria: ${change} em vendas, contra ${usual} em produtos similares`
      : `${name} cresce mais rápido que os outros: ${change} em vendas, produtos semelhantes ${usual}`,
  soldBest: (name, daily) => `${name} vendeu melhor, ${daily}`,
  offered: (count, text) => `${text} ${counted(count, "produto novo está", "produtos novos estão")} à venda`,
  chartCuts: "Preços reduzidos",
  chartSelling: "O que vende mais rápido",
  changeOfPrice: "Mudança de preço",
  soldDaily: "Vendidos por dia",
  subtitle: (what, span) => `${what}, ${span}`,
  alt: (what, span, gist) => `${what}, ${span}: ${gist}.`,
};

export const sectionRankings: Translation<RankingsWords> = {
  title: "Rankings",
  none: "rankings de lives",
  many: "rankings",
  creator: "Um criador",
  topClimb: "Subida de destaque",
  bestPlace: "Melhor posição",
  climbed: "Subiram",
  fell: (count) => `${count} caíram`,
  leagues: "Ligas",
  up: (count) => `${count} subiram`,
  down: (count) => `${count} caíram`,
  closed: "Períodos encerrados",
  inTopTen: (count) => `${count} no top 10 no fim do período`,
  movers: "Subidas e quedas",
  best: "Melhores posições",
  others: "Outras boas posições",
  atClose: (place) => `${place} no encerramento`,
  closedAt: (place, final) => `${place} · encerrou em ${final}`,
  tooEarly: "Ainda falta acompanhamento para dizer quem subiu ou caiu.",
  unmoved: "Ninguém subiu nem caiu.",
  nobody: "Ninguém foi visto em um ranking.",
  rose: (name, from, to, ranking) => `${name} subiu do ${from} para o ${to} em “${ranking}”`,
  sank: (name, from, to, ranking) => `${name} caiu do ${from} para o ${to} em “${ranking}”`,
  topTenShare: (name, ranking, now, before) =>
    `${name} ficou no top 10 de “${ranking}” em ${now} do tempo, antes ${before}`,
  leagueUp: (name, before, after) => `${name} subiu da liga ${before} para a ${after}`,
  leagueDown: (name, before, after) => `${name} caiu da liga ${before} para a ${after}`,
  stood: (name, place, ranking) => `${name} ficou em ${place} em “${ranking}”`,
  chartMoved: "Quem subiu e quem caiu",
  chartBest: "Quem ficou melhor",
  subtitle: (span) => `Posições, ${span}`,
  alt: (span, recipient) => `Posições nos rankings, ${span}: ${recipient}.`,
};

export const sectionRecords: Translation<RecordsWords> = {
  title: "Perfis e números",
  none: "perfis",
  many: "perfis",
  record: "um perfil",
  rising: "Números em alta",
  fallen: (count) => `${count} em queda`,
  highest: "Maior alta",
  rises: "Maiores altas",
  falls: "Maiores quedas",
  milestones: "Marcos",
  texts: "Textos alterados",
  named: (name, field) => `${name}: ${field}`,
  nothing: "Nenhum número mudou.",
  tooEarly: "Ainda falta acompanhamento para comparar números.",
  grewBy: (name, field, share) => `${name} cresceu ${share} em ${field}`,
  doubled: (name, field) => `${name} dobrou em ${field}`,
  grewTimes: (name, field, times) => `${name} multiplicou por ${times} em ${field}`,
  lost: (name, field, share) => `${name} perdeu ${share} em ${field}`,
  reached: (name, milestone, field) => `${name} alcançou ${milestone} ${field}`,
  chart: "Números que cresceram",
  subtitle: (span) => `Crescimento dos números, ${span}`,
  alt: (span, which) => `Crescimento dos números que mais subiram, ${span}: ${which}.`,
};
