import { counting } from "../../../core/language.ts";
import { ended } from "../../../core/text.ts";
import type { LivesWords } from "./en.ts";

const counted = counting("de");

export const de: LivesWords = {
  title: "Livestreams",
  none: "Live-Creator",
  many: "Creator",
  creator: "Ein Creator",
  airtime: "Sendezeit",
  wereLive: "Waren live",
  of: (count, all) => `${count} von ${all}`,
  onAirAtEnd: (count) => `${count} am Ende auf Sendung`,
  pace: (month) => `Prognose für ${month}`,
  soFar: (time) => `bisher ${time}`,
  longest: "Längster Stream",
  sessions: "Streams",
  average: (time) => `im Schnitt ${time}`,
  watchedThen: (change, count) => `${change}, bei den ${count} damals Beobachteten`,
  most: "Meiste Sendezeit",
  changes: "Größte Veränderungen",
  days: (count) => `${count} ${counted(count, "Tag", "Tage")}`,
  nobody: "Niemand war live.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`einen Vergleich mit der Sendezeit ${before}`]),
      ...(month === null ? [] : [`eine Prognose für ${month}`]),
    ];
    return `Noch zu kurz beobachtet für ${unknown.join(" oder ")}.`;
  },
  together: (count) => `${count} Creator zusammen`,
  notOnAir: ({ who, many }, time, before) =>
    `${who} ${many ? "waren" : "war"} nicht auf Sendung, nach ${time} ${before}`,
  afterNone: ({ who, many }, time, before) =>
    `${who} ${many ? "waren" : "war"} ${time} auf Sendung, ${before} gar nicht`,
  timesAsLong: ({ who, many }, times, before) =>
    `${who} ${many ? "waren" : "war"} ${times === 2 ? "doppelt" : `${times}-mal`} so lange auf Sendung wie ${before}`,
  halfAsLong: ({ who, many }, before) => `${who} ${many ? "waren" : "war"} halb so lange auf Sendung wie ${before}`,
  longer: ({ who, many }, share, before) =>
    `${who} ${many ? "waren" : "war"} ${share} länger auf Sendung als ${before}`,
  shorter: ({ who, many }, share, before) =>
    `${who} ${many ? "waren" : "war"} ${share} kürzer auf Sendung als ${before}`,
  onAirLongest: (name, time) => `${name} war am längsten auf Sendung: ${time}`,
  chart: "Wer auf Sendung war",
  subtitle: (span) => `Sendezeit, ${span}`,
  alt: (span, whom) => `Sendezeit derer, die am längsten live waren, ${span}: ${ended(whom)}`,
  inChart: (name, time, sessions, days) =>
    `${name} ${time} in ${sessions} ${counted(sessions, "Stream", "Streams")}, verteilt auf ${days}`,
};
