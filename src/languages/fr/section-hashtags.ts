import { counting, type Translation } from "../../core/language.ts";
import type { HashtagsWords } from "../../sections/hashtags/words/en.ts";

const counted = counting("fr");

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/(M|Md|Bn)$/.test(count) ? " de" : "");

export const fr: Translation<HashtagsWords> = {
  title: "Hashtags",
  none: "recherches de hashtags",
  many: "recherches",
  hashtag: "un hashtag",
  views: (count, text) => `${text}${of(text)} ${counted(count, "vue", "vues")}`,
  trends: "Tendances",
  gained: "Vues gagnées",
  byHashtags: (count) => `par ${count} hashtags`,
  fastest: "Le plus rapide",
  typical: "Croissance habituelle",
  below: (share) => `moins de ${share}`,
  median: (count) => `médiane de ${count} hashtags`,
  fresh: "Nouveaux hashtags",
  gone: (count) => `${count} disparus`,
  knownThen: (change, count) => `${change}, pour les ${count} déjà connus`,
  growing: "Plus fortes croissances",
  trendsAndGrowing: "Tendances et plus fortes croissances",
  trend: "tendance",
  mostGained: "Le plus de vues gagnées",
  unknownViews: "vues inconnues",
  noneFound: "Aucun hashtag n’a été trouvé.",
  tooEarly: "Suivi encore trop court pour mesurer une croissance.",
  nothingGrew: "Rien n’a progressé.",
  tooFew: "Trop peu de hashtags ont une croissance connue pour dégager une tendance.",
  againstGroup: (period) =>
    `Les tendances ne sont mesurées que par rapport au groupe : on connaît moins de trois ${{ day: "jours", week: "semaines", month: "mois", period: "périodes" }[period]} auparavant.`,
  found: (count, text) =>
    `${text} ${counted(count, "nouveau hashtag a été trouvé", "nouveaux hashtags ont été trouvés")}`,
  grewBy: (name, share) => `${name} a progressé de ${share}`,
  doubled: (name) => `${name} a doublé`,
  grewTimes: (name, times) => `${name} a été multiplié par ${times}`,
  chartGrowing: "Ce qui progresse",
  subtitle: (span) => `Hausse des vues, ${span}`,
  alt: (span, which) => `Hausse des vues des hashtags les plus rapides, ${span} : ${which}.`,
  isTrend: (hashtag) => `${hashtag}, une tendance`,
};
