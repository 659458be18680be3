import { counting, type Translation } from "../../core/language.ts";
import type { AirtimeMethodWords } from "../../sections/airtime/method/words/en.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

const counted = counting("fr");

export const sectionAirtime: Translation<AirtimeWords> = {
  title: "Rapport des heures en direct",
  none: "créateurs pour un rapport d’heures",
  many: "créateurs du rapport",
  airtime: "Heures en direct",
  watchedThen: (change, count) => `${change}, pour les ${count} déjà suivis`,
  validDays: "Jours valides",
  streams: (count, streams) => `${count} ${counted(streams, "direct", "directs")}`,
  goals: "Objectifs atteints",
  of: (count, all) => `${count} sur ${all}`,
  coverage: "Couverture",
  notWatched: "non suivi",
  atLeast: (time) => `au moins ${time}`,
  rows: "Heures et jours valides",
  standing: "Objectifs du mois",
  reached: "atteint",
  behind: "en retard",
  out: "hors d’atteinte",
  open: "en bonne voie",
  missed: "pas atteint",
  unknown: "indéterminé",
  not_started: "ne compte pas encore",
  inTotal: (time) => `${time} en direct au total`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "Aucune heure en direct n’a été observée.",
  whole: "Le rapport complet",
  table: "Toutes les lignes en CSV",
  creator: "Créateur",
  change: "Variation",
  streamsHead: "Directs",
  average: "Spectateurs en moyenne",
  peak: "Pic de spectateurs",
  goal: "Objectif",
  goalHours: "heures faites",
  goalHoursWanted: "heures visées",
  goalDays: "jours faits",
  goalDaysWanted: "jours visés",
  goalState: "état",
  all: (creators, count) => `${count} ${counted(creators, "créateur", "créateurs")} au total`,
  hoursLive: "Heures en direct",
  bestRank: "Meilleure place",
  everybody: "Tous les créateurs",
  back: "Retour",
  ofHours: (done, all) => `${done} sur ${all} h`,
  ofDays: (done, all, days) => `${done} sur ${all} ${counted(days, "jour", "jours")}`,
  cityTime: (city) => `heure de ${city}`,
  earlier: "Mois précédent",
  later: "Mois suivant",
  soFar: "jusqu’ici",
};

export const sectionAirtimeMethod: Translation<AirtimeMethodWords> = {
  title: "Comment ces chiffres sont calculés",
  period: (days, zone) => `Période : ${days}. Les jours vont de minuit à minuit (${zone}).`,
  soFar: (at) => `La période n’est pas terminée : chiffres au ${at}.`,
  watched: (share) => `Suivis ${share} du temps.`,
  watchedSince: (share) => `Suivis ${share} du temps depuis leur ajout.`,
  watchedSome: (share, later, all) =>
    `Suivis ${share} du temps depuis leur ajout. ${later} créateurs sur ${all} ont été ajoutés plus tard.`,
  unknown: (time) =>
    `Pendant ${time} au total, on ne sait pas s’ils étaient en direct : ce temps n’est pas compté, les heures en direct peuvent donc être plus élevées d’autant.`,
  checks:
    "Un direct compte de la première vérification qui l’a vu en direct à la première qui ne l’a plus vu. Chaque début et chaque fin est donc exact à l’intervalle entre deux vérifications près.",
  exact: (time) => `Au total, la précision est de ± ${time}.`,
  sheet: "Méthode",
  data: "Données",
  column: "Colonne",
  unit: "Unité",
  meaning: "Signification",
  units: {
    hoursMinutes: "heures et minutes",
    seconds: "secondes",
    days: "jours",
    number: "nombre",
    viewers: "spectateurs",
    viewerHours: "spectateurs × heures",
    viewerSeconds: "spectateurs × secondes",
    percent: "pour cent",
    share: "de 0 à 1",
    text: "texte",
  },
  columns: {
    name: "Le créateur, sous le nom qu’il a dans la liste.",
    seconds:
      "Temps de la période pendant lequel les vérifications ont vu le créateur en direct. Le temps non observé est exclu.",
    change:
      "Heures en direct moins celles de la même partie de la période précédente. Vide ou – si moins de la moitié de l’une des deux est connue.",
    days: (zone) => `Jours (${zone}) avec du temps de direct.`,
    validDays: (minutes) =>
      `Jours avec au moins ${minutes} min de direct. Pour un direct qui passe minuit, chaque jour reçoit sa part.`,
    streams:
      "Directs en cours à un moment de la période. Une brève coupure n’est pas une fin : le direct continue ensuite.",
    averageViewers:
      "Les nombres de spectateurs lus pendant les directs, pondérés par le temps. Vide ou – si aucun n’a été lu.",
    peakViewers:
      "Le plus grand nombre de spectateurs lu par une vérification. Entre deux vérifications, il a pu être plus élevé.",
    viewerSeconds: "Chaque nombre de spectateurs multiplié par le temps pour lequel il a valu, le tout additionné.",
    bestPlaces: "La meilleure place dans chaque classement suivi pour le créateur. 1 est la première.",
    missedSlots:
      "Heures auxquelles le créateur commence si régulièrement qu’une absence se remarque, et qui sont passées sans direct alors qu’il était vérifié. – s’il n’y en a aucune.",
    longestRunDays: "Le plus grand nombre de jours de suite avec du temps de direct.",
    coverage:
      "La part de toute la période jusqu’ici pendant laquelle on sait si le créateur était en direct. Le temps avant son ajout, sans vérification réussie ou en pause n’est pas connu. Vide ou – si le créateur a été ajouté après la période.",
    unknownSeconds: "Le reste de la période. Les heures en direct peuvent être plus élevées d’autant.",
    watchedSince: "Quand le créateur a été ajouté. Le temps d’avant n’est pas connu.",
    removed: "true si le créateur a été supprimé depuis.",
    uncertaintySeconds:
      "De combien le temps en direct peut s'écarter, car les lives commencent et finissent entre deux vérifications : le plus grand entre ce qui peut manquer aux débuts et ce qui peut être en trop aux fins. Vide ou – si ces vérifications n'ont pas été enregistrées.",
    goal: "L’objectif du mois civil dans lequel la période se termine : heures et jours valides à ce jour, et où il en est. Son propre fuseau horaire et son propre jour valide s’appliquent.",
  },
  signatures: "À signer",
  agency: "Agence",
  client: "Client·e",
  signedName: "Nom",
  signedDate: "Le",
  signature: "Signature manuscrite",
};
