import { counting, type Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";

export const es: Translation<LiveWords> = {
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
  endedAt: (when) => say`terminó ${when}`,
  lastSeen: (when) => say`Última vez visto en directo ${when}`,
  unwatched: {
    removed: () => say`ya no se sigue`,
    paused: (when) => say`consultas puestas en pausa ${when}`,
  },
  viewers: (count) => `${shortNumber("es", count)} ${counting("es")(count, "espectador", "espectadores")}`,
  peak: (viewers) => `pico de ${viewers}`,
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
