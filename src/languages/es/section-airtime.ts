import { counting, type Translation } from "../../core/language.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

const counted = counting("es");

export const es: Translation<AirtimeWords> = {
  title: "Informe de horas en directo",
  none: "creadores para un informe de horas",
  many: "creadores del informe",
  airtime: "Horas en directo",
  watchedThen: (change, count) => `${change}, entre los ${count} que ya se seguían`,
  validDays: "Días válidos",
  streams: (count, streams) => `${count} ${counted(streams, "emisión", "emisiones")}`,
  goals: "Objetivos cumplidos",
  of: (count, all) => `${count} de ${all}`,
  notOnCourse: (count) => `${count} con retraso o sin cumplir`,
  observed: "Observado",
  rows: "Horas y días válidos",
  standing: "Objetivos del mes",
  reached: "cumplido",
  behind: "con retraso",
  missed: "no cumplido",
  unknown: "sin datos suficientes",
  not_started: "empieza más tarde",
  inTotal: (time) => `${time} en directo en total`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "No se vio ninguna hora en directo.",
  unobserved: (share) =>
    `Durante el ${share} del tiempo no sabemos quién estaba en directo, así que el total real puede ser mayor.`,
  whole: "El informe completo",
  table: "Todas las filas en CSV",
  creator: "Creador",
  change: "Cambio",
  streamsHead: "Emisiones",
  average: "Espectadores de media",
  peak: "Pico de espectadores",
  goal: "Objetivo",
  all: (count) => `${count} creadores en total`,
  method: (minutes, zone) =>
    `Las horas son el tiempo en que las comprobaciones vieron a alguien en directo. El tiempo no observado no cuenta. Un día válido tiene al menos ${minutes} min. Los días son los de ${zone}.`,
  earlier: "Mes anterior",
  later: "Mes siguiente",
  soFar: "hasta ahora",
};
