import { counting, type Translation } from "../../core/language.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";

const counted = counting("es");

export const es: Translation<LivesWords> = {
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
  nobody: "Nadie estuvo en directo.",
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
