import type { ChannelWords } from "../../channels/words/en.ts";
import { counting, type Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import { ended } from "../../core/text.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} live`,
  nobody: "Niemand ist live",
  nobodyKnown: "Soweit bekannt, ist niemand live",
  unknown: (count) => `${count} unklar`,
  unknownSince: (when) => say`unklar seit ${when}, bis dahin live`,
  blind: "Unbekannt, wer live ist",
  since: (when) => say`seit ${when}`,
  sinceAtLeast: (when) => say`mindestens seit ${when}`,
  blindSince: (when) => say`Unbekannt seit ${when}. Zuletzt war bekannt:`,
  more: (count) => `und ${count} weitere`,
  moreThan: (count) => `und mehr als ${count} weitere`,
  checked: (when) => say`Geprüft ${when}`,
  placeholder: "Diese Nachricht oder eine neuere zeigt, wer live ist.",
  over: "Diese Tafel wird nicht mehr geführt.",
};

const counted = counting("de");

export const channels: Translation<ChannelWords> = {
  update: "Neuigkeit",
  moreUpdates: (count) => `${count} ${counted(count, "weitere Neuigkeit", "weitere Neuigkeiten")}`,
  more: (count) => `${count} weitere`,
  left: (count) => `+${count} weitere`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Im Bild: ${legend}`,
  digest: "Übersicht",
  picture: "Bild",
  moment: "{date_short_pretty} um {time}",
  pictureOf: (name) => `Bild von ${name}`,
  coverOf: (name) => `Titelbild des Streams von ${name}`,
  unsubscribe: "Abmelden",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Ein ruhiger Tag", week: "Eine ruhige Woche", month: "Ein ruhiger Monat", period: "Ein ruhiger Zeitraum" }[period]}: Nichts fiel auf.`,
  headline: (facts) => ended(facts.join("; ")),
  passedOver: (count) => `${count} ${counted(count, "frühere wurde", "frühere wurden")} übersprungen`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `Die meisten Antworten von ${operation} lassen sich nicht mehr lesen${path === "" ? "" : ` (bei ${path})`}. Vergleiche eine (POST /v1/upstream/probe) mit den Zeigern in UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "In einer Liste fehlen die meisten Einträge auf einmal",
    next: "Es ist nichts zu tun: Sie gelten erst als weg, wenn weitere Antworten es bestätigen. Kommt es wieder vor, sieh nach dem Dienst.",
    over: "Die Antworten zu einer Liste stimmen wieder überein",
  },
  refused: (operation, status, limited) =>
    limited
      ? `Der abgefragte Dienst begrenzt ${operation} (${status})`
      : `Der abgefragte Dienst lehnt ${operation} ab (${status})`,
  refusedNext: (limited) =>
    limited
      ? "Es ist nichts zu tun: Diese Abfragen warten so lange, wie der Dienst es verlangt. Alles andere wird wie gewohnt abgefragt."
      : "Alles andere wird wie gewohnt abgefragt. Prüfe, ob dein Konto diese Operation nutzen darf. Bis dahin gibt es alle zehn Minuten einen vorsichtigen Versuch.",
  refusedOver: (operation) => `Der abgefragte Dienst beantwortet ${operation} wieder`,
};
