import { counting, type Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";

export const fr: Translation<LiveWords> = {
  someone: "Quelqu’un",
  is: { one: (name) => say`${name} est en direct`, many: () => "sont en direct", heading: () => "En direct" },
  was: {
    one: (name) => say`${name} était en direct`,
    many: () => "étaient en direct",
    heading: () => "Était en direct",
  },
  ended: {
    one: (name) => say`${name} n’est plus en direct`,
    many: () => "ne sont plus en direct",
    heading: () => "Plus en direct",
  },
  missing: {
    one: (name) => say`${name} n’est pas en direct à l’heure habituelle`,
    many: () => "ne sont pas en direct à l’heure habituelle",
    heading: () => "Pas en direct à l’heure habituelle",
  },
  expected: (when) => say`Attendu ${when}`,
  sure: (percent) => `sûr à ${percent}`,
  began: (when) => say`Commencé ${when}`,
  seen: (when) => say`Déjà en direct, vu ${when}`,
  streamed: (duration) => `A diffusé pendant ${duration}`,
  streamedAtLeast: (duration) => `A diffusé pendant au moins ${duration}`,
  endedAt: (when) => say`terminé ${when}`,
  lastSeen: (when) => say`Vu en direct pour la dernière fois ${when}`,
  unwatched: {
    removed: () => say`n’est plus suivi`,
    paused: (when) => say`vérifications mises en pause ${when}`,
  },
  viewers: (count) => `${shortNumber("fr", count)} ${counting("fr")(count, "spectateur", "spectateurs")}`,
  peak: (viewers) => `pic de ${viewers}`,
  isNow: (name, handle) => say`${name} s’appelle maintenant @${handle}`,
  renamed: (name) => say`${name} a changé de pseudo`,
  wasCalled: (handle) => `Avant @${handle}`,
  watch: "Regarder",
  goal: {
    behind: {
      one: (name) => say`${name} est en retard sur l’objectif du mois`,
      many: () => "sont en retard sur leur objectif du mois",
      heading: () => "En retard sur l’objectif du mois",
    },
    reached: {
      one: (name) => say`${name} a atteint l’objectif du mois`,
      many: () => "ont atteint leur objectif du mois",
      heading: () => "Objectif du mois atteint",
    },
    hours: (done, wanted) => `${done} heures sur ${wanted}`,
    validDays: (done, wanted) => `${done} jours valides sur ${wanted}`,
    inMonth: (done, month) => (month === "" ? done : `${done} en ${month}`),
    needs: (length, days) => `il faut ${length} ${days === 1 ? "encore 1 jour" : `sur chacun de ${days} autres jours`}`,
    tooLate: "ne peut plus être atteint ce mois-ci",
    watched: (percent) => `${percent} du mois observé jusqu’ici`,
  },
};
