import { counting, type Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/(mi|bi|tri)$/.test(count) ? " de" : "");

export const hashtag: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "uma busca",
  titled: (search) => `“${search}”`,
  appeared: {
    one: (name, search) => say`${name} apareceu em ${search}`,
    many: (search) => `apareceram em ${search}`,
    heading: (search) => `Novas em ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} saiu de ${search}`,
    many: (search) => `saíram de ${search}`,
    heading: (search) => `Não estão mais em ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} cresceu em ${search}`,
    many: (search) => `cresceram em ${search}`,
    heading: (search) => `Crescimento em ${search}`,
  },
  place: (position) => `Posição ${position} entre os resultados`,
  lastPlace: (position) => `Posição ${position} na última vez`,
  views: (count) => `${count}${of(count)} visualizações`,
  growth: (before, after) => `${before} → ${after}${of(after)} visualizações`,
  moreViews: "Mais visualizações",
  viewsLabel: "Visualizações",
  videosLabel: "Vídeos",
  open: "Abrir",
};

export const list: Translation<ListWords> = {
  item: "Item",
  list: "uma lista",
  titled: (list) => `“${list}”`,
  appeared: {
    one: (name, list) => say`${name} apareceu em ${list}`,
    many: (list) => `apareceram em ${list}`,
    heading: (list) => `Novidades em ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} saiu de ${list}`,
    many: (list) => `saíram de ${list}`,
    heading: (list) => `Não estão mais em ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} mudou em ${list}`,
    many: (list) => `mudaram em ${list}`,
    heading: (list) => `Mudanças em ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} cruzou um limite em ${list}`,
    many: (list) => `cruzaram um limite em ${list}`,
    heading: (list) => `Cruzaram um limite em ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} cresceu em ${list}`,
    many: (list) => `cresceram em ${list}`,
    heading: (list) => `Crescimento em ${list}`,
  },
  atLeast: (count) => `Pelo menos ${count} são novos`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} acima de ${limit}`,
  below: (field, limit) => `${field} abaixo de ${limit}`,
  open: "Abrir",
};

export const live: Translation<LiveWords> = {
  someone: "Alguém",
  is: { one: (name) => say`${name} está ao vivo`, many: () => "estão ao vivo", heading: () => "Ao vivo" },
  was: {
    one: (name) => say`${name} esteve ao vivo`,
    many: () => "estiveram ao vivo",
    heading: () => "Esteve ao vivo",
  },
  ended: {
    one: (name) => say`${name} não está mais ao vivo`,
    many: () => "não estão mais ao vivo",
    heading: () => "Não está mais ao vivo",
  },
  missing: {
    one: (name) => say`${name} não entrou ao vivo no horário de costume`,
    many: () => "não entraram ao vivo no horário de costume",
    heading: () => "Sem live no horário de costume",
  },
  expected: (when) => say`Esperado ${when}`,
  sure: (percent) => `${percent} de certeza`,
  began: (when) => say`Começou ${when}`,
  seen: (when) => say`Já estava ao vivo, visto ${when}`,
  streamed: (duration) => `Transmitiu por ${duration}`,
  streamedAtLeast: (duration) => `Transmitiu por pelo menos ${duration}`,
  endedAfter: (name, duration) => say`${name} encerrou após ${duration}`,
  endedAfterAtLeast: (name, duration) => say`${name} encerrou após pelo menos ${duration}`,
  endedAt: (when) => say`terminou ${when}`,
  lastSeen: (when) => say`Visto ao vivo pela última vez ${when}`,
  unwatched: {
    removed: () => say`não é mais acompanhado`,
    paused: (when) => say`consultas pausadas ${when}`,
  },
  viewers: (count) => `${shortNumber("pt-BR", count)} ${counting("pt-BR")(count, "espectador", "espectadores")}`,
  peak: (viewers) => `pico de ${viewers}`,
  retitled: (name) => say`${name} mudou o título`,
  wasTitled: (title) => `Antes “${title}”`,
  isNow: (name, handle) => say`${name} agora é @${handle}`,
  renamed: (name) => say`${name} tem outro nome de usuário`,
  wasCalled: (handle) => `Antes @${handle}`,
  watch: "Assistir",
  goal: {
    behind: {
      one: (name) => say`${name} está abaixo da meta do mês`,
      many: () => "estão abaixo da meta do mês",
      heading: () => "Abaixo da meta do mês",
    },
    reached: {
      one: (name) => say`${name} atingiu a meta do mês`,
      many: () => "atingiram a meta do mês",
      heading: () => "Meta do mês atingida",
    },
    hours: (done, wanted) => `${done} de ${wanted} horas`,
    validDays: (done, wanted) => `${done} de ${wanted} dias válidos`,
    inMonth: (done, month) => (month === "" ? done : `${done} em ${month}`),
    needs: (length, days) => `precisa de ${length} em ${days === 1 ? "mais 1 dia" : `cada um de mais ${days} dias`}`,
    tooLate: "não dá mais para atingir neste mês",
    watched: (percent) => `${percent} do mês observado até agora`,
  },
};

export const products: Translation<ProductsWords> = {
  product: "Um produto",
  category: "uma categoria",
  titled: (category) => `“${category}”`,
  listed: {
    one: (name, category) => say`${name} é novidade em ${category}`,
    many: (category) => `são novidade em ${category}`,
    heading: (category) => `Novidades em ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} saiu de ${category}`,
    many: (category) => `saíram de ${category}`,
    heading: (category) => `Não estão mais em ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} mudou de preço em ${category}`,
    many: (category) => `mudaram de preço em ${category}`,
    heading: (category) => `Outro preço em ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} ficou mais caro em ${category}`,
    many: (category) => `ficaram mais caros em ${category}`,
    heading: (category) => `Mais caros em ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} ficou mais barato em ${category}`,
    many: (category) => `ficaram mais baratos em ${category}`,
    heading: (category) => `Mais baratos em ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} está vendendo rápido em ${category}`,
    many: (category) => `estão vendendo rápido em ${category}`,
    heading: (category) => `Vendendo rápido em ${category}`,
  },
  lastAt: (price) => `Último preço: ${price}`,
  sold: (before, after) => `${before} → ${after} vendidos`,
  open: "Abrir",
};

export const ranking: Translation<RankingWords> = {
  someone: "Alguém",
  ranking: "um ranking",
  titled: (title) => `“${title}”`,
  entered: {
    one: (name, ranking, place) => say`${name} entrou em ${ranking}${place === "" ? "" : ` em ${place}`}`,
    many: (ranking) => `entraram em ${ranking}`,
    heading: (ranking) => `Novos em ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} saiu de ${ranking}`,
    many: (ranking) => `saíram de ${ranking}`,
    heading: (ranking) => `Não estão mais em ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} mudou de posição em ${ranking}`,
    many: (ranking) => `mudaram de posição em ${ranking}`,
    heading: (ranking) => `Mudanças em ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} subiu em ${ranking}: ${move}`,
    many: (ranking) => `subiram em ${ranking}`,
    heading: (ranking) => `Subiram em ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} caiu em ${ranking}: ${move}`,
    many: (ranking) => `caíram em ${ranking}`,
    heading: (ranking) => `Caíram em ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} subiu de liga: ${how}`,
    many: () => "subiram de liga",
    heading: () => "Subiram de liga",
  },
  leagueDown: {
    one: (name, how) => say`${name} caiu de liga: ${how}`,
    many: () => "caíram de liga",
    heading: () => "Caíram de liga",
  },
  finished: {
    one: (name, ranking, place) => say`${name} terminou ${ranking} em ${place}`,
    many: (ranking) => `terminaram ${ranking}`,
    heading: (ranking) => `Resultado final de ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} estava fora de ${ranking} no encerramento`,
    many: (ranking) => `estavam fora de ${ranking} no encerramento`,
    heading: (ranking) => `Fora de ${ranking} no encerramento`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} está em ${place} em ${ranking}`,
    many: (ranking) => `estão nos últimos minutos de ${ranking}`,
    heading: (ranking) => `Últimos minutos de ${ranking}`,
  },
  lastAt: (place) => `Última posição: ${place}º`,
  lastSeen: (place) => `Visto pela última vez em ${place}`,
  best: (place) => `Melhor posição: ${place}º`,
  timeLeft: (duration) => `Faltam ${duration}`,
  periodEnded: (when) => say`Período encerrado ${when}`,
  nowFirst: "Agora em primeiro lugar",
  noLongerFirst: "Não está mais em primeiro lugar",
  into: (max) => `Entrou no top ${max}`,
  outOf: (max) => `Saiu do top ${max}`,
  toGo: "Falta",
  diamondsTo: (diamonds, place) => `${diamonds} diamantes para o ${place}º lugar`,
  resets: "Reinicia",
  profile: "Perfil",
};

export const record: Translation<RecordWords> = {
  record: "Um registro",
  field: "um campo",
  changed: {
    one: (name, field) => say`${name}: ${field} mudou`,
    many: () => "mudaram",
    heading: () => "Mudanças",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} acima de ${limit}`,
    many: () => "passaram de um limite",
    heading: () => "Acima do limite",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} abaixo de ${limit}`,
    many: () => "caíram abaixo de um limite",
    heading: () => "Abaixo do limite",
  },
  reached: {
    one: (name, field, milestone) => say`${name} alcançou ${milestone} ${field}`,
    many: () => "alcançaram um marco",
    heading: () => "Marcos",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} cresceu${growth === "" ? "" : ` (${growth})`}`,
    many: () => "cresceram",
    heading: () => "Crescimento",
  },
};
