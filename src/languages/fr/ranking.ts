import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";

export const fr: Translation<RankingWords> = {
  someone: "Quelqu’un",
  ranking: "un classement",
  titled: (title) => `« ${title} »`,
  entered: {
    one: (name, ranking, place) => say`${name} entre dans ${ranking}${place === "" ? "" : ` à la ${place}`}`,
    many: (ranking) => `entrent dans ${ranking}`,
    heading: (ranking) => `Nouveau dans ${ranking}`,
  },
  left: {
    one: (name, ranking) => say`${name} quitte ${ranking}`,
    many: (ranking) => `quittent ${ranking}`,
    heading: (ranking) => `Plus dans ${ranking}`,
  },
  moved: {
    one: (name, ranking) => say`${name} change de place dans ${ranking}`,
    many: (ranking) => `changent de place dans ${ranking}`,
    heading: (ranking) => `Changements dans ${ranking}`,
  },
  up: {
    one: (name, ranking, move) => say`${name} monte dans ${ranking} : ${move}`,
    many: (ranking) => `montent dans ${ranking}`,
    heading: (ranking) => `En hausse dans ${ranking}`,
  },
  down: {
    one: (name, ranking, move) => say`${name} recule dans ${ranking} : ${move}`,
    many: (ranking) => `reculent dans ${ranking}`,
    heading: (ranking) => `En baisse dans ${ranking}`,
  },
  leagueUp: {
    one: (name, how) => say`${name} monte d’une ligue : ${how}`,
    many: () => "montent de ligue",
    heading: () => "Montée de ligue",
  },
  leagueDown: {
    one: (name, how) => say`${name} descend d’une ligue : ${how}`,
    many: () => "descendent de ligue",
    heading: () => "Descente de ligue",
  },
  finished: {
    one: (name, ranking, place) => say`${name} termine ${ranking} à la ${place}`,
    many: (ranking) => `terminent ${ranking}`,
    heading: (ranking) => `Résultat final de ${ranking}`,
  },
  wasOff: {
    one: (name, ranking) => say`${name} était hors de ${ranking} à la clôture`,
    many: (ranking) => `étaient hors de ${ranking} à la clôture`,
    heading: (ranking) => `Hors de ${ranking} à la clôture`,
  },
  closing: {
    one: (name, ranking, place) => say`${name} est à la ${place} de ${ranking}`,
    many: (ranking) => `sont dans les dernières minutes de ${ranking}`,
    heading: (ranking) => `Dernières minutes de ${ranking}`,
  },
  lastAt: (place) => `Dernière place : ${place === "1" ? "1re" : `${place}e`}`,
  lastSeen: (place) => `Vu en dernier à la ${place}`,
  best: (place) => `Meilleure place : ${place === "1" ? "1re" : `${place}e`}`,
  timeLeft: (duration) => `Encore ${duration}`,
  periodEnded: (when) => say`Période close ${when}`,
  nowFirst: "Désormais en tête",
  noLongerFirst: "N’est plus en tête",
  into: (max) => `Entre dans le top ${max}`,
  outOf: (max) => `Sort du top ${max}`,
  toGo: "Il manque",
  resets: "Remise à zéro",
  profile: "Profil",
};
