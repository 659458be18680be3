import { counting } from "../../../core/language.ts";
import type { LivesWords } from "./en.ts";

const counted = counting("pt-BR");

export const ptBR: LivesWords = {
  title: "Lives",
  none: "criadores ao vivo",
  many: "criadores",
  creator: "Um criador",
  airtime: "Tempo no ar",
  wereLive: "Fizeram live",
  of: (count, all) => `${count} de ${all}`,
  onAirAtEnd: (count) => `${count} no ar no fim`,
  pace: (month) => `Projeção para ${month}`,
  soFar: (time) => `${time} até agora`,
  longest: "Live mais longa",
  sessions: "Transmissões",
  average: (time) => `${time} em média`,
  watchedThen: (change, count) => `${change}, entre os ${count} já acompanhados`,
  most: "Mais tempo no ar",
  changes: "Maiores mudanças",
  days: (count) => `${count} ${counted(count, "dia", "dias")}`,
  nobody: "Ninguém ficou ao vivo.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`comparar com o tempo no ar ${before}`]),
      ...(month === null ? [] : [`fazer uma projeção para ${month}`]),
    ];
    return `Ainda falta acompanhamento para ${unknown.join(" ou ")}.`;
  },
  together: (count) => `${count} criadores juntos`,
  notOnAir: ({ who, many }, time, before) =>
    `${who} não ${many ? "entraram" : "entrou"} no ar, depois de ${time} ${before}`,
  afterNone: ({ who, many }, time, before) =>
    `${who} ${many ? "ficaram" : "ficou"} ${time} no ar, depois de nada ${before}`,
  timesAsLong: ({ who, many }, times, before) =>
    `${who} ${many ? "ficaram" : "ficou"} no ar ${times === 2 ? "o dobro" : `${times} vezes o tempo`} do que ${before}`,
  halfAsLong: ({ who, many }, before) => `${who} ${many ? "ficaram" : "ficou"} no ar metade do que ${before}`,
  longer: ({ who, many }, share, before) => `${who} ${many ? "ficaram" : "ficou"} no ar ${share} mais do que ${before}`,
  shorter: ({ who, many }, share, before) =>
    `${who} ${many ? "ficaram" : "ficou"} no ar ${share} menos do que ${before}`,
  onAirLongest: (name, time) => `${name} ficou mais tempo no ar: ${time}`,
  chart: "Quem esteve no ar",
  subtitle: (span) => `Tempo no ar, ${span}`,
  alt: (span, whom) => `Tempo no ar de quem ficou mais tempo ao vivo, ${span}: ${whom}.`,
  inChart: (name, time, sessions, days) =>
    `${name} ${time} em ${sessions} ${counted(sessions, "transmissão", "transmissões")} durante ${days}`,
};
