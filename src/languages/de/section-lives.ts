import { counting, type Translation } from "../../core/language.ts";
import { ended } from "../../core/text.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";

const counted = counting("de");

export const de: Translation<LivesWords> = {
  title: "Livestreams",
  none: "Live-Creator",
  many: "Creator",
  creator: "Ein Creator",
  airtime: "Live-Zeit",
  wereLive: "Waren live",
  of: (count, all) => `${count} von ${all}`,
  onAirAtEnd: (count) => `${count} am Ende live`,
  pace: (month) => `Prognose für ${month}`,
  soFar: (time) => `bisher ${time}`,
  longest: "Längster Stream",
  sessions: "Anzahl der Streams",
  average: (time) => `im Schnitt ${time}`,
  watchedThen: (change, count) => `${change}, bei den ${count} damals Beobachteten`,
  most: "Meiste Live-Zeit",
  changes: "Größte Veränderungen",
  days: (count) => `${count} ${counted(count, "Tag", "Tage")}`,
  nobody: "Niemand war live.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`einen Vergleich mit der Live-Zeit ${before}`]),
      ...(month === null ? [] : [`eine Prognose für ${month}`]),
    ];
    return `Noch zu kurz beobachtet für ${unknown.join(" oder ")}.`;
  },
  together: (count) => `${count} Creator zusammen`,
  notOnAir: ({ who, many }, time, before) => `${who} ${many ? "waren" : "war"} nicht live, nach ${time} ${before}`,
  afterNone: ({ who, many }, time, before) => `${who} ${many ? "waren" : "war"} ${time} live, ${before} gar nicht`,
  timesAsLong: ({ who, many }, times, before) =>
    `${who} ${many ? "waren" : "war"} ${times === 2 ? "doppelt" : `${times}-mal`} so lange live wie ${before}`,
  halfAsLong: ({ who, many }, before) => `${who} ${many ? "waren" : "war"} halb so lange live wie ${before}`,
  longer: ({ who, many }, share, before) => `${who} ${many ? "waren" : "war"} ${share} länger live als ${before}`,
  shorter: ({ who, many }, share, before) => `${who} ${many ? "waren" : "war"} ${share} kürzer live als ${before}`,
  onAirLongest: (name, time) => `${name} war am längsten live: ${time}`,
  chart: "Wer live war",
  subtitle: (span) => `Live-Zeit, ${span}`,
  alt: (span, recipient) => `Live-Zeit derer, die am längsten live waren, ${span}: ${ended(recipient)}`,
  inChart: (name, time, sessions, days) =>
    `${name} ${time} in ${sessions} ${counted(sessions, "Stream", "Streams")}, verteilt auf ${days}`,
};
