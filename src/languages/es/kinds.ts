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
const of = (count: string): string => (/[MB]$/.test(count) ? " de" : "");

export const hashtag: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "una búsqueda",
  titled: (search) => `«${search}»`,
  appeared: {
    one: (name, search) => say`${name} aparece en ${search}`,
    many: (search) => `aparecen en ${search}`,
    heading: (search) => `Nuevos en ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} ya no está en ${search}`,
    many: (search) => `ya no están en ${search}`,
    heading: (search) => `Ya no están en ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} creció en ${search}`,
    many: (search) => `crecieron en ${search}`,
    heading: (search) => `Crecieron en ${search}`,
  },
  place: (position) => `Puesto ${position} entre los resultados`,
  lastPlace: (position) => `Puesto ${position} la última vez`,
  views: (count) => `${count}${of(count)} visualizaciones`,
  growth: (before, after) => `${before} → ${after}${of(after)} visualizaciones`,
  moreViews: "Más visualizaciones",
  viewsLabel: "Visualizaciones",
  videosLabel: "Vídeos",
  open: "Abrir",
};

export const list: Translation<ListWords> = {
  item: "Elemento",
  list: "una lista",
  titled: (list) => `«${list}»`,
  appeared: {
    one: (name, list) => say`${name} aparece en ${list}`,
    many: (list) => `aparecen en ${list}`,
    heading: (list) => `Nuevos en ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} ya no está en ${list}`,
    many: (list) => `ya no están en ${list}`,
    heading: (list) => `Ya no están en ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} cambió en ${list}`,
    many: (list) => `cambiaron en ${list}`,
    heading: (list) => `Cambios en ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} cruzó un límite en ${list}`,
    many: (list) => `cruzaron un límite en ${list}`,
    heading: (list) => `Cruzaron un límite en ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} creció en ${list}`,
    many: (list) => `crecieron en ${list}`,
    heading: (list) => `Crecieron en ${list}`,
  },
  atLeast: (count) => `Al menos ${count} son nuevos`,
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  above: (field, limit) => `${field} por encima de ${limit}`,
  below: (field, limit) => `${field} por debajo de ${limit}`,
  open: "Abrir",
};

export const live: Translation<LiveWords> = {
  someone: "Alguien",
  is: { one: (name) => say`${name} está en directo`, many: () => "están en directo", heading: () => "En directo" },
  was: {
    one: (name) => say`${name} estuvo en directo`,
    many: () => "estuvieron en directo",
    heading: () => "Estuvo en directo",
  },
  ended: {
    one: (name) => say`${name} ya no está en directo`,
    many: () => "ya no están en directo",
    heading: () => "Ya no en directo",
  },
  missing: {
    one: (name) => say`${name} no empezó su directo a la hora habitual`,
    many: () => "no empezaron su directo a la hora habitual",
    heading: () => "Sin directo a la hora habitual",
  },
  expected: (when) => say`Se esperaba ${when}`,
  sure: (percent) => `seguridad del ${percent}`,
  began: (when) => say`Empezó ${when}`,
  seen: (when) => say`Ya estaba en directo, visto ${when}`,
  streamed: (duration) => `Emitió durante ${duration}`,
  streamedAtLeast: (duration) => `Emitió durante al menos ${duration}`,
  endedAfter: (name, duration) => say`${name} terminó después de ${duration}`,
  endedAfterAtLeast: (name, duration) => say`${name} terminó después de al menos ${duration}`,
  endedAt: (when) => say`terminó ${when}`,
  lastSeen: (when) => say`Última vez visto en directo ${when}`,
  unwatched: {
    removed: () => say`ya no se sigue`,
    paused: (when) => say`consultas puestas en pausa ${when}`,
  },
  viewers: (count) => `${shortNumber("es", count)} ${counting("es")(count, "espectador", "espectadores")}`,
  peak: (viewers) => `pico de ${viewers}`,
  retitled: (name) => say`${name} cambió el título`,
  wasTitled: (title) => `Antes «${title}»`,
  isNow: (name, handle) => say`${name} ahora es @${handle}`,
  renamed: (name) => say`${name} tiene otro nombre de usuario`,
  wasCalled: (handle) => `Antes @${handle}`,
  watch: "Ver",
  goal: {
    behind: {
      one: (name) => say`${name} va por detrás de su objetivo mensual`,
      many: () => "van por detrás de su objetivo mensual",
      heading: () => "Por detrás del objetivo mensual",
    },
    reached: {
      one: (name) => say`${name} ha alcanzado su objetivo mensual`,
      many: () => "han alcanzado su objetivo mensual",
      heading: () => "Objetivo mensual alcanzado",
    },
    hours: (done, wanted) => `${done} de ${wanted} horas`,
    validDays: (done, wanted) => `${done} de ${wanted} días válidos`,
    inMonth: (done, month) => (month === "" ? done : `${done} en ${month}`),
    needs: (length, days) => `necesita ${length} ${days === 1 ? "1 día más" : `en cada uno de ${days} días más`}`,
    tooLate: "ya no se puede alcanzar este mes",
    watched: (percent) => `observado el ${percent} del mes hasta ahora`,
  },
};

export const products: Translation<ProductsWords> = {
  product: "Un producto",
  category: "una categoría",
  titled: (category) => `«${category}»`,
  listed: {
    one: (name, category) => say`${name} es nuevo en ${category}`,
    many: (category) => `son nuevos en ${category}`,
    heading: (category) => `Nuevos en ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} ya no está en ${category}`,
    many: (category) => `ya no están en ${category}`,
    heading: (category) => `Ya no están en ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} cambió de precio en ${category}`,
    many: (category) => `cambiaron de precio en ${category}`,
    heading: (category) => `Cambio de precio en ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} sube de precio en ${category}`,
    many: (category) => `suben de precio en ${category}`,
    heading: (category) => `Más caros en ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} baja de precio en ${category}`,
    many: (category) => `bajan de precio en ${category}`,
    heading: (category) => `Más baratos en ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} se vende muy rápido en ${category}`,
    many: (category) => `se venden muy rápido en ${category}`,
    heading: (category) => `Se venden muy rápido en ${category}`,
  },
  lastAt: (price) => `Último precio: ${price}`,
  sold: (before, after) => `${before} → ${after} vendidos`,
  open: "Abrir",
};

export const ranking: Translation<RankingWords> = {
  someone: "Alguien",
  ranking: "una clasificación",
  titled: (title) => `«${title}»`,
  entered: {
    one: (name, ranking, place) => say`${name} entró en ${ranking}${place === "" ? "" : ` en el ${place}`}`,
    many: (ranking) => `entraron en ${ranking}`,
    heading: (ranking) => `Nuevos en ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} salió de ${ranking}`,
    many: (ranking) => `salieron de ${ranking}`,
    heading: (ranking) => `Ya no están en ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} cambió de puesto en ${ranking}`,
    many: (ranking) => `cambiaron de puesto en ${ranking}`,
    heading: (ranking) => `Cambios en ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} sube en ${ranking}: ${move}`,
    many: (ranking) => `suben en ${ranking}`,
    heading: (ranking) => `Suben en ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} baja en ${ranking}: ${move}`,
    many: (ranking) => `bajan en ${ranking}`,
    heading: (ranking) => `Bajan en ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} sube de liga: ${how}`,
    many: () => "suben de liga",
    heading: () => "Suben de liga",
  },
  leagueDown: {
    one: (name, how) => say`${name} baja de liga: ${how}`,
    many: () => "bajan de liga",
    heading: () => "Bajan de liga",
  },
  finished: {
    one: (name, ranking, place) => say`${name} terminó ${ranking} en el ${place}`,
    many: (ranking) => `terminaron ${ranking}`,
    heading: (ranking) => `Resultado final de ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} no estaba en ${ranking} al cierre`,
    many: (ranking) => `no estaban en ${ranking} al cierre`,
    heading: (ranking) => `Fuera de ${ranking} al cierre`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} está en el ${place} de ${ranking}`,
    many: (ranking) => `están en los últimos minutos de ${ranking}`,
    heading: (ranking) => `Últimos minutos de ${ranking}`,
  },
  lastAt: (place) => `Último puesto: ${place}`,
  lastSeen: (place) => `Visto por última vez en el ${place}`,
  best: (place) => `Mejor puesto: ${place}`,
  timeLeft: (duration) => `Quedan ${duration}`,
  periodEnded: (when) => say`Periodo cerrado ${when}`,
  nowFirst: "Ahora en cabeza",
  noLongerFirst: "Ya no va en cabeza",
  into: (max) => `Entra en el top ${max}`,
  outOf: (max) => `Sale del top ${max}`,
  toGo: "Le falta",
  diamondsTo: (diamonds, place) => `${diamonds} diamantes para el puesto ${place}`,
  resets: "Se reinicia",
  profile: "Perfil",
};

export const record: Translation<RecordWords> = {
  record: "Un registro",
  field: "un campo",
  changed: {
    one: (name, field) => say`${name}: cambió ${field}`,
    many: () => "cambiaron",
    heading: () => "Cambios",
  },
  above: {
    one: (name, field, limit) => say`${name}: ${field} por encima de ${limit}`,
    many: () => "superaron un límite",
    heading: () => "Por encima del límite",
  },
  below: {
    one: (name, field, limit) => say`${name}: ${field} por debajo de ${limit}`,
    many: () => "cayeron por debajo de un límite",
    heading: () => "Por debajo del límite",
  },
  reached: {
    one: (name, field, milestone) => say`${name} alcanzó ${milestone} ${field}`,
    many: () => "alcanzaron un hito",
    heading: () => "Hitos",
  },
  surged: {
    one: (name, field, growth) => say`${name}: ${field} en aumento${growth === "" ? "" : ` (${growth})`}`,
    many: () => "crecieron",
    heading: () => "Crecieron",
  },
};
