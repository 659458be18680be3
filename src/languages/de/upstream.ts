import type { Translation } from "../../core/language.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const de: Translation<UpstreamWords> = {
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
