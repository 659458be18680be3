import { counting, type Translation } from "../../core/language.ts";
import type { AirtimeWords } from "../../sections/airtime/words/en.ts";

const counted = counting("fr");

export const fr: Translation<AirtimeWords> = {
  title: "Rapport des heures en direct",
  none: "créateurs pour un rapport d’heures",
  many: "créateurs du rapport",
  airtime: "Heures en direct",
  watchedThen: (change, count) => `${change}, pour les ${count} déjà suivis`,
  validDays: "Jours valides",
  streams: (count, streams) => `${count} ${counted(streams, "direct", "directs")}`,
  goals: "Objectifs atteints",
  of: (count, all) => `${count} sur ${all}`,
  notOnCourse: (count) => `${count} en retard ou manqués`,
  observed: "Observé",
  rows: "Heures et jours valides",
  standing: "Objectifs du mois",
  reached: "atteint",
  behind: "en retard",
  missed: "manqué",
  unknown: "trop peu observé",
  not_started: "commence plus tard",
  inTotal: (time) => `${time} en direct au total`,
  changed: (fact, change) => `${fact} (${change})`,
  noAirtime: "Aucune heure en direct n’a été observée.",
  unobserved: (share) =>
    `Pendant ${share} du temps, nous ne savons pas qui était en direct : le total réel peut donc être plus élevé.`,
  whole: "Le rapport complet",
  table: "Toutes les lignes en CSV",
  creator: "Créateur",
  change: "Variation",
  streamsHead: "Directs",
  average: "Spectateurs en moyenne",
  peak: "Pic de spectateurs",
  goal: "Objectif",
  all: (count) => `${count} créateurs au total`,
  method: (minutes, zone) =>
    `Les heures sont le temps où les vérifications ont vu quelqu’un en direct. Le temps non observé ne compte pas. Un jour valide compte au moins ${minutes} min. Les jours sont ceux de ${zone}.`,
  earlier: "Mois précédent",
  later: "Mois suivant",
  soFar: "jusqu’ici",
};
