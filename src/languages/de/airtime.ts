import { counting, type Translation } from "../../core/language.ts";
import type { AirtimeMethodWords } from "../../sections/airtime/method/words/en.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

const counted = counting("de");

export const sectionAirtime: Translation<AirtimeWords> = {
  title: "Sendezeit-Bericht",
  none: "Creator für einen Sendezeit-Bericht",
  many: "Creator des Berichts",
  airtime: "Sendezeit",
  watchedThen: (change, count) => `${change}, bei den ${count} damals Beobachteten`,
  validDays: "Gültige Tage",
  streams: (count, streams) => `${count} ${counted(streams, "Stream", "Streams")}`,
  goals: "Ziele erreicht",
  of: (count, all) => `${count} von ${all}`,
  coverage: "Abdeckung",
  notWatched: "nicht beobachtet",
  atLeast: (time) => `mindestens ${time}`,
  rows: "Sendezeit und gültige Tage",
  standing: "Monatsziele",
  reached: "erreicht",
  behind: "im Rückstand",
  out: "nicht mehr erreichbar",
  open: "auf Kurs",
  missed: "nicht erreicht",
  unknown: "unklar",
  not_started: "zählt noch nicht",
  inTotal: (time) => `${time} Sendezeit insgesamt`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "Es wurde keine Sendezeit gesehen.",
  whole: "Der ganze Bericht",
  table: "Alle Zeilen als CSV",
  creator: "Creator",
  change: "Veränderung",
  streamsHead: "Streams",
  average: "Zuschauer im Schnitt",
  peak: "Höchstwert",
  goal: "Ziel",
  goalHours: "Stunden erreicht",
  goalHoursWanted: "Stunden Soll",
  goalDays: "Tage erreicht",
  goalDaysWanted: "Tage Soll",
  goalState: "Stand",
  all: (_creators, count) => `${count} Creator insgesamt`,
  hoursLive: "Live-Stunden",
  bestRank: "Bester Platz",
  everybody: "Alle Creator",
  back: "Zurück",
  ofHours: (done, all) => `${done} von ${all} Std.`,
  ofDays: (done, all, days) => `${done} von ${all} ${counted(days, "Tag", "Tagen")}`,
  cityTime: (city) => `Ortszeit ${city}`,
  earlier: "Vormonat",
  later: "Folgemonat",
  soFar: "bisher",
};

export const sectionAirtimeMethod: Translation<AirtimeMethodWords> = {
  title: "So sind diese Zahlen berechnet",
  period: (days, zone) => `Zeitraum: ${days}. Tage gehen von Mitternacht bis Mitternacht in ${zone}.`,
  soFar: (at) => `Der Zeitraum ist noch nicht vorbei: Stand ${at}.`,
  watched: (share) => `${share} der Zeit beobachtet.`,
  watchedSince: (share) => `Seit dem Hinzufügen ${share} der Zeit beobachtet.`,
  watchedSome: (share, later, all) =>
    `Seit dem Hinzufügen ${share} der Zeit beobachtet. ${later} von ${all} Creatorn kamen später dazu.`,
  unknown: (time) =>
    `Für zusammen ${time} ist unbekannt, ob sie live waren: diese Zeit zählt nicht, die Sendezeit kann also um bis zu so viel höher sein.`,
  checks:
    "Ein Stream zählt von der ersten Prüfung, die ihn live sah, bis zur ersten, die ihn nicht mehr live sah. Anfang und Ende sind also auf den Abstand zweier Prüfungen genau.",
  exact: (time) => `Zusammen ist die Sendezeit auf ± ${time} genau.`,
  sheet: "Methode",
  data: "Daten",
  column: "Spalte",
  unit: "Einheit",
  meaning: "Bedeutung",
  units: {
    hoursMinutes: "Stunden und Minuten",
    seconds: "Sekunden",
    days: "Tage",
    number: "Anzahl",
    viewers: "Zuschauer",
    viewerHours: "Zuschauer × Stunden",
    viewerSeconds: "Zuschauer × Sekunden",
    percent: "Prozent",
    share: "0 bis 1",
    text: "Freitext",
  },
  columns: {
    name: "Der Creator, wie er in der Liste heißt.",
    seconds: "Zeit im Zeitraum, in der Prüfungen den Creator live sahen. Unbeobachtete Zeit fehlt.",
    change:
      "Sendezeit minus Sendezeit desselben Teils des Zeitraums davor. Leer oder –, wenn von einem der beiden weniger als die Hälfte bekannt ist.",
    days: (zone) => `Tage in ${zone} mit irgendeiner Sendezeit.`,
    validDays: (minutes) =>
      `Tage mit mindestens ${minutes} Min. Sendezeit. Von einem Stream über Mitternacht bekommt jeder Tag seinen Teil.`,
    streams:
      "Streams, die irgendwann im Zeitraum live waren. Ein kurzer Aussetzer ist kein Ende: danach läuft der Stream weiter.",
    averageViewers:
      "Die Zuschauerzahlen, die Prüfungen während der Streams lasen, nach Zeit gewichtet. Leer oder –, wenn keine gelesen wurde.",
    peakViewers:
      "Die höchste Zuschauerzahl, die eine Prüfung las. Zwischen zwei Prüfungen kann sie höher gewesen sein.",
    viewerSeconds: "Jede Zuschauerzahl mal die Zeit, für die sie galt, zusammengezählt.",
    bestPlaces: "Der beste Platz in jeder Rangliste, die für den Creator beobachtet wird. 1 ist der erste.",
    missedSlots:
      "Startzeiten, die der Creator sonst so regelmäßig einhält, dass ein Ausbleiben auffällt, und die trotz Prüfungen ohne Stream vergingen. –, wenn es keine gibt.",
    longestRunDays: "Die meisten Tage in Folge mit irgendeiner Sendezeit.",
    coverage:
      "Der Anteil des ganzen bisherigen Zeitraums, für den bekannt ist, ob der Creator live war. Unbekannt ist die Zeit vor dem Hinzufügen, ohne erfolgreiche Prüfung und in Pausen. Leer oder –, wenn der Creator nach dem Zeitraum hinzugefügt wurde.",
    unknownSeconds: "Der Rest des Zeitraums. Die Sendezeit kann um bis zu so viel höher sein.",
    watchedSince: "Wann der Creator hinzugefügt wurde. Die Zeit davor ist unbekannt.",
    removed: "true, wenn der Creator seither gelöscht wurde.",
    uncertaintySeconds:
      "Wie weit die Sendezeit abweichen kann, weil Streams zwischen zwei Prüfungen anfangen und enden: das Größere aus dem, was an Anfängen fehlen kann, und dem, was an Enden zu viel sein kann. Leer oder –, wenn diese Prüfungen nicht gespeichert wurden.",
    goal: "Das Ziel für den Kalendermonat, in dem der Zeitraum endet: Stunden und gültige Tage bisher, und wie es darum steht. Es gelten seine eigene Zeitzone und sein eigener gültiger Tag.",
  },
  signatures: "Unterschriften",
  agency: "Agentur",
  client: "Kunde",
  signedName: "Name in Druckschrift",
  signedDate: "Datum",
  signature: "Unterschrift",
};
