import { counting, type Translation } from "../../core/language.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

const counted = counting("de");

export const de: Translation<AirtimeWords> = {
  title: "Sendezeit-Bericht",
  none: "Creator für einen Sendezeit-Bericht",
  many: "Creator des Berichts",
  airtime: "Sendezeit",
  watchedThen: (change, count) => `${change}, bei den ${count} damals Beobachteten`,
  validDays: "Gültige Tage",
  streams: (count, streams) => `${count} ${counted(streams, "Stream", "Streams")}`,
  goals: "Ziele erreicht",
  of: (count, all) => `${count} von ${all}`,
  notOnCourse: (count) => `${count} im Rückstand oder verfehlt`,
  observed: "Beobachtet",
  rows: "Sendezeit und gültige Tage",
  standing: "Monatsziele",
  reached: "erreicht",
  behind: "im Rückstand",
  missed: "verfehlt",
  unknown: "zu wenig beobachtet",
  not_started: "beginnt später",
  inTotal: (time) => `${time} Sendezeit insgesamt`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "Es wurde keine Sendezeit gesehen.",
  unobserved: (share) =>
    `In ${share} der Zeit wissen wir nicht, wer live war. Die tatsächliche Sendezeit kann also höher sein.`,
  whole: "Der ganze Bericht",
  table: "Alle Zeilen als CSV",
  creator: "Creator",
  change: "Veränderung",
  streamsHead: "Streams",
  average: "Zuschauer im Schnitt",
  peak: "Höchstwert",
  goal: "Ziel",
  all: (count) => `${count} Creator insgesamt`,
  method: (minutes, zone) =>
    `Sendezeit ist die Zeit, in der Prüfungen jemanden live sahen. Unbeobachtete Zeit zählt nicht. Ein gültiger Tag hat mindestens ${minutes} Min. Tage gelten in ${zone}.`,
  earlier: "Vormonat",
  later: "Folgemonat",
  soFar: "bisher",
};
