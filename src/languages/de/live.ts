import { counting, type Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";

export const de: Translation<LiveWords> = {
  someone: "Jemand",
  is: { one: (name) => say`${name} ist live`, many: () => "sind live", heading: () => "Live" },
  was: { one: (name) => say`${name} war live`, many: () => "waren live", heading: () => "War live" },
  ended: {
    one: (name) => say`${name} ist nicht mehr live`,
    many: () => "sind nicht mehr live",
    heading: () => "Nicht mehr live",
  },
  missing: {
    one: (name) => say`${name} ist zur üblichen Zeit nicht live gegangen`,
    many: () => "sind zur üblichen Zeit nicht live gegangen",
    heading: () => "Zur üblichen Zeit nicht live",
  },
  expected: (when) => say`Erwartet ${when}`,
  sure: (percent) => `zu ${percent} sicher`,
  began: (when) => say`Gestartet ${when}`,
  seen: (when) => say`Schon live, gesehen ${when}`,
  streamed: (duration) => `Dauerte ${duration}`,
  streamedAtLeast: (duration) => `Dauerte mindestens ${duration}`,
  endedAt: (when) => say`zu Ende ${when}`,
  lastSeen: (when) => say`Zuletzt live gesehen ${when}`,
  unwatched: {
    removed: () => say`wird nicht mehr beobachtet`,
    paused: (when) => say`Prüfungen pausiert ${when}`,
  },
  viewers: (count) => `${shortNumber("de", count)} ${counting("de")(count, "Zuschauer", "Zuschauer")}`,
  peak: (viewers) => `in der Spitze ${viewers}`,
  isNow: (name, handle) => say`${name} heißt jetzt @${handle}`,
  renamed: (name) => say`${name} hat einen neuen Nutzernamen`,
  wasCalled: (handle) => `Vorher @${handle}`,
  watch: "Ansehen",
  goal: {
    behind: {
      one: (name) => say`${name} liegt hinter dem Monatsziel`,
      many: () => "liegen hinter ihrem Monatsziel",
      heading: () => "Hinter dem Monatsziel",
    },
    reached: {
      one: (name) => say`${name} hat das Monatsziel erreicht`,
      many: () => "haben ihr Monatsziel erreicht",
      heading: () => "Monatsziel erreicht",
    },
    hours: (done, wanted) => `${done} von ${wanted} Stunden`,
    validDays: (done, wanted) => `${done} von ${wanted} gültigen Tagen`,
    inMonth: (done, month) => (month === "" ? done : `${done} im ${month}`),
    needs: (length, days) => `nötig: ${length} an ${days === 1 ? "1 weiteren Tag" : `je ${days} weiteren Tagen`}`,
    tooLate: "diesen Monat nicht mehr erreichbar",
    watched: (percent) => `${percent} des bisherigen Monats beobachtet`,
  },
};
