import { counting, type Translation } from "../../core/language.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";

const counted = counting("pt-BR");

/** "na semana anterior" as "da semana anterior". */
const ofPeriod = (before: string): string => before.replace(/^n(?=[ao] )/, "d");

export const ptBR: Translation<LivesWords> = {
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
  nobody: "Ninguém ficou ao vivo.",
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
