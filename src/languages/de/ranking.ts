import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";

export const de: Translation<RankingWords> = {
  someone: "Jemand",
  ranking: "einem Ranking",
  titled: (title) => `„${title}“`,
  entered: {
    one: (name, ranking, place) => say`${name} ist neu in ${ranking}${place === "" ? "" : ` auf ${place}`}`,
    many: (ranking) => `sind neu in ${ranking}`,
    heading: (ranking) => `Neu in ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} ist nicht mehr in ${ranking}`,
    many: (ranking) => `sind nicht mehr in ${ranking}`,
    heading: (ranking) => `Nicht mehr in ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} hat in ${ranking} den Platz gewechselt`,
    many: (ranking) => `haben in ${ranking} den Platz gewechselt`,
    heading: (ranking) => `Bewegung in ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} steigt in ${ranking}: ${move}`,
    many: (ranking) => `steigen in ${ranking}`,
    heading: (ranking) => `Gestiegen in ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} fällt in ${ranking}: ${move}`,
    many: (ranking) => `fallen in ${ranking}`,
    heading: (ranking) => `Gefallen in ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} steigt eine Liga auf: ${how}`,
    many: () => "steigen in der Liga auf",
    heading: () => "Aufgestiegen in der Liga",
  },
  leagueDown: {
    one: (name, how) => say`${name} steigt eine Liga ab: ${how}`,
    many: () => "steigen in der Liga ab",
    heading: () => "Abgestiegen in der Liga",
  },
  finished: {
    one: (name, ranking, place) => say`${name} beendet ${ranking} auf ${place}`,
    many: (ranking) => `beenden ${ranking}`,
    heading: (ranking) => `Endstand in ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} war am Ende von ${ranking} nicht mehr dabei`,
    many: (ranking) => `waren am Ende von ${ranking} nicht mehr dabei`,
    heading: (ranking) => `Am Ende nicht in ${ranking}`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} steht in ${ranking} auf ${place}`,
    many: (ranking) => `sind in den letzten Minuten von ${ranking}`,
    heading: (ranking) => `Letzte Minuten von ${ranking}`,
  },
  lastAt: (place) => `Zuletzt auf Platz ${place}`,
  lastSeen: (place) => `Zuletzt gesehen auf ${place}`,
  best: (place) => `Bester Platz: ${place}`,
  timeLeft: (duration) => `Noch ${duration}`,
  periodEnded: (when) => say`Abgeschlossen ${when}`,
  nowFirst: "Jetzt an der Spitze",
  noLongerFirst: "Nicht mehr an der Spitze",
  into: (max) => `Jetzt in den Top ${max}`,
  outOf: (max) => `Nicht mehr in den Top ${max}`,
  toGo: "Es fehlen",
  resets: "Neustart",
  profile: "Profil",
};
