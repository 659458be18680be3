import { counting, type Translation } from "../../core/language.ts";
import type { AirtimeMethodWords } from "../../sections/airtime/method/words/en.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

const counted = counting("es");

export const sectionAirtime: Translation<AirtimeWords> = {
  title: "Informe de horas en directo",
  none: "creadores para un informe de horas",
  many: "creadores del informe",
  airtime: "Horas en directo",
  watchedThen: (change, count) => `${change}, entre los ${count} que ya se seguían`,
  validDays: "Días válidos",
  streams: (count, streams) => `${count} ${counted(streams, "emisión", "emisiones")}`,
  goals: "Objetivos cumplidos",
  of: (count, all) => `${count} de ${all}`,
  coverage: "Cobertura",
  notWatched: "sin seguimiento",
  atLeast: (time) => `al menos ${time}`,
  rows: "Horas y días válidos",
  standing: "Objetivos del mes",
  reached: "cumplido",
  behind: "con retraso",
  out: "fuera de alcance",
  open: "a buen ritmo",
  missed: "no cumplido",
  unknown: "no se sabe",
  not_started: "aún no cuenta",
  inTotal: (time) => `${time} en directo en total`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "No se vio ninguna hora en directo.",
  whole: "El informe completo",
  table: "Todas las filas en CSV",
  creator: "Creador",
  change: "Cambio",
  streamsHead: "Emisiones",
  average: "Espectadores de media",
  peak: "Pico de espectadores",
  goal: "Objetivo",
  goalHours: "horas hechas",
  goalHoursWanted: "horas previstas",
  goalDays: "días hechos",
  goalDaysWanted: "días previstos",
  goalState: "estado",
  all: (creators, count) => `${count} ${counted(creators, "creador", "creadores")} en total`,
  hoursLive: "Horas en directo",
  bestRank: "Mejor puesto",
  everybody: "Todos los creadores",
  back: "Volver",
  ofHours: (done, all) => `${done} de ${all} h`,
  ofDays: (done, all, days) => `${done} de ${all} ${counted(days, "día", "días")}`,
  cityTime: (city) => `hora de ${city}`,
  earlier: "Mes anterior",
  later: "Mes siguiente",
  soFar: "hasta ahora",
};

export const sectionAirtimeMethod: Translation<AirtimeMethodWords> = {
  title: "Cómo se calculan estas cifras",
  period: (days, zone) => `Periodo: ${days}. Los días van de medianoche a medianoche en ${zone}.`,
  soFar: (at) => `El periodo no ha terminado: cifras a ${at}.`,
  watched: (share) => `Seguidos el ${share} del tiempo.`,
  watchedSince: (share) => `Seguidos el ${share} del tiempo desde que se añadieron.`,
  watchedSome: (share, later, all) =>
    `Seguidos el ${share} del tiempo desde que se añadieron. ${later} de ${all} creadores se añadieron más tarde.`,
  unknown: (time) =>
    `Durante ${time} en total no se sabe si estaban en directo: ese tiempo no se cuenta, así que las horas en directo pueden ser hasta eso más.`,
  checks:
    "Una emisión cuenta desde la primera comprobación que la vio en directo hasta la primera que ya no. Así, cada inicio y cada final es exacto salvo el tiempo entre dos comprobaciones.",
  exact: (time) => `En conjunto, el total tiene una precisión de ± ${time}.`,
  sheet: "Método",
  data: "Datos",
  column: "Columna",
  unit: "Unidad",
  meaning: "Significado",
  units: {
    hoursMinutes: "horas y minutos",
    seconds: "segundos",
    days: "días",
    number: "número",
    viewers: "espectadores",
    viewerHours: "espectadores × horas",
    viewerSeconds: "espectadores × segundos",
    percent: "por ciento",
    share: "de 0 a 1",
    text: "texto",
  },
  columns: {
    name: "El creador, con el nombre que tiene en la lista.",
    seconds:
      "Tiempo del periodo en que las comprobaciones vieron al creador en directo. El tiempo no observado queda fuera.",
    change:
      "Horas en directo menos las de la misma parte del periodo anterior. Vacío o – si se conoce menos de la mitad de alguno de los dos.",
    days: (zone) => `Días en ${zone} con algún tiempo en directo.`,
    validDays: (minutes) =>
      `Días con al menos ${minutes} min en directo. De una emisión que pasa de medianoche, cada día recibe su parte.`,
    streams:
      "Emisiones que estuvieron en directo en algún momento del periodo. Un corte breve no es un final: la emisión sigue después.",
    averageViewers:
      "Las cifras de espectadores leídas durante las emisiones, ponderadas por el tiempo. Vacío o – si no se leyó ninguna.",
    peakViewers: "La cifra de espectadores más alta que se leyó. Entre dos comprobaciones pudo ser mayor.",
    viewerSeconds: "Cada cifra de espectadores multiplicada por el tiempo que valió, todo sumado.",
    bestPlaces: "El mejor puesto en cada ranking que se sigue para el creador. El 1 es el primero.",
    missedSlots:
      "Horas a las que el creador empieza con tanta regularidad que se nota si falta, y que pasaron sin emisión aunque se comprobaba. – si no hay ninguna.",
    longestRunDays: "La mayor cantidad de días seguidos con algún tiempo en directo.",
    coverage:
      "La parte de todo el periodo hasta ahora en que se sabe si el creador estaba en directo. No se conoce el tiempo antes de añadirlo, sin una comprobación válida o en pausa. Vacío o – si se añadió después del periodo.",
    unknownSeconds: "El resto del periodo. Las horas en directo pueden ser hasta eso más.",
    watchedSince: "Cuándo se añadió al creador. El tiempo anterior no se conoce.",
    removed: "true si el creador se eliminó después.",
    uncertaintySeconds:
      "Cuánto puede variar el tiempo en directo porque los directos empiezan y acaban entre dos comprobaciones: lo mayor entre lo que puede faltar al inicio y lo que puede sobrar al final. Vacío o – si esas comprobaciones no se guardaron.",
    goal: "El objetivo del mes natural en que termina el periodo: horas y días válidos hasta ahora, y cómo va. Valen su propia zona horaria y su propio día válido.",
  },
  signatures: "Firmas",
  agency: "Agencia",
  client: "Cliente",
  signedName: "Nombre",
  signedDate: "Fecha",
  signature: "Firma",
};
