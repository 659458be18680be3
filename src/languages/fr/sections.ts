import { counting, type Translation } from "../../core/language.ts";
import type { HashtagsWords } from "../../sections/hashtags/words/en.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";
import type { ProductsWords } from "../../sections/products/words/en.ts";
import type { RankingsWords } from "../../sections/rankings/words/en.ts";
import type { RecordsWords } from "../../sections/records/words/en.ts";
import type { SectionWords } from "../../sections/words/en.ts";

export const sections: Translation<SectionWords> = {
  periods: {
    day: { before: "la veille", against: "par rapport à la veille", whole: "toute la journée" },
    week: {
      before: "la semaine précédente",
      against: "par rapport à la semaine précédente",
      whole: "toute la semaine",
    },
    month: { before: "le mois précédent", against: "par rapport au mois précédent", whole: "tout le mois" },
    period: {
      before: "la période précédente",
      against: "par rapport à la période précédente",
      whole: "toute la période",
    },
  },
  changed: (change, against) => `${change} ${against}`,
  space: " ",
  asMuch: (before) => `autant que ${before}`,
  noneWatched: (none) => `Le suivi ne comporte pas de ${none}.`,
  nothingRead: "Rien n’a encore été lu.",
  unread: (count, targets, many) => `Rien n’a encore été lu pour ${count} ${many} sur ${targets}.`,
  partly: (count, targets, many, whole) => `Le suivi de ${count} ${many} sur ${targets} ne couvre pas ${whole}.`,
  watchedFor: (many, part, atMost) => `Suivi des ${many} : ${part}${atMost ? " au plus" : ""}.`,
  days: (part, whole) => `${part} jours sur ${whole}`,
  ofDays: (part, whole) => `${part} sur ${whole} jours`,
  ofTime: (part, whole) => `${part} sur ${whole}`,
};

const counted = counting("fr");

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/(M|Md|Bn)$/.test(count) ? " de" : "");

export const sectionHashtags: Translation<HashtagsWords> = {
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

export const sectionLists: Translation<ListsWords> = {
  title: "Vidéos et éléments",
  none: "listes d’éléments",
  many: "listes",
  fresh: "Nouveaux éléments",
  still: (count) => `${count} encore dans la liste`,
  gone: "Éléments disparus",
  surged: "Éléments en forte hausse",
  crossed: "Éléments ayant franchi un seuil",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} au-dessus de ${limit}`,
  below: (field, limit) => `${field} en dessous de ${limit}`,
  nothing: "Aucun élément n’est apparu, n’a disparu ni n’a fortement progressé.",
  found: (count, text) =>
    `${text} ${counted(count, "nouvel élément est apparu dans les listes", "nouveaux éléments sont apparus dans les listes")}`,
  lost: (count, text) =>
    `${text} ${counted(count, "élément n’est plus dans les listes", "éléments ne sont plus dans les listes")}`,
  grewBy: (name, field, share) => `${name} a progressé de ${share} (${field})`,
  passed: (name, fact) => `${name} a franchi un seuil : ${fact}`,
  chart: "Nouveaux éléments par liste",
  subtitle: (span) => `Éléments apparus, ${span}`,
  alt: (span, which) => `Nouveaux éléments par liste, ${span} : ${which}.`,
};

export const sectionLives: Translation<LivesWords> = {
  title: "Directs",
  none: "créateurs en direct",
  many: "créateurs",
  creator: "Un créateur",
  airtime: "Temps en direct",
  wereLive: "Passés en direct",
  of: (count, all) => `${count} sur ${all}`,
  onAirAtEnd: (count) => `${count} en direct à la fin`,
  pace: (month) => `Projection pour ${month}`,
  soFar: (time) => `${time} jusqu’ici`,
  longest: "Direct le plus long",
  sessions: "Diffusions",
  average: (time) => `${time} en moyenne`,
  watchedThen: (change, count) => `${change}, pour les ${count} déjà suivis`,
  most: "Le plus longtemps en direct",
  changes: "Plus fortes variations",
  days: (count) => `${count} ${counted(count, "jour", "jours")}`,
  nobody: "Personne n’a été vu en direct.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`comparer le temps en direct avec ${before}`]),
      ...(month === null ? [] : [`donner une projection pour ${month}`]),
    ];
    return `Suivi encore trop court pour ${unknown.join(" ou ")}.`;
  },
  together: (count) => `${count} créateurs ensemble`,
  notOnAir: ({ who, many }, time, before) =>
    `${who} ${many ? "n’ont pas diffusé" : "n’a pas diffusé"}, après ${time} ${before}`,
  afterNone: ({ who, many }, time, before) => `${who} ${many ? "ont" : "a"} diffusé ${time}, contre rien ${before}`,
  timesAsLong: ({ who, many }, times, before) =>
    `${who} ${many ? "ont" : "a"} diffusé ${times} fois plus longtemps que ${before}`,
  halfAsLong: ({ who, many }, before) => `${who} ${many ? "ont" : "a"} diffusé moitié moins longtemps que ${before}`,
  longer: ({ who, many }, share, before) => `${who} ${many ? "ont" : "a"} diffusé ${share} de plus que ${before}`,
  shorter: ({ who, many }, share, before) => `${who} ${many ? "ont" : "a"} diffusé ${share} de moins que ${before}`,
  onAirLongest: (name, time) => `${name} a diffusé le plus longtemps, ${time}`,
  chart: "Qui était en direct",
  subtitle: (span) => `Temps en direct, ${span}`,
  alt: (span, recipient) => `Temps en direct de ceux qui ont diffusé le plus longtemps, ${span} : ${recipient}.`,
  inChart: (name, time, sessions, days) =>
    `${name} ${time} en ${sessions} ${counted(sessions, "diffusion", "diffusions")} sur ${days}`,
};

export const sectionProducts: Translation<ProductsWords> = {
  title: "Produits",
  none: "catégories de produits",
  many: "catégories",
  product: "un produit",
  daily: (count) => `${count} par jour`,
  fewDaily: (count) => `moins de ${count} par jour`,
  cuts: "Baisses de prix",
  raised: (count) => `${count} en hausse`,
  deepest: "Plus forte baisse",
  sold: "Vendus",
  ofProducts: (count) => `sur ${count} produits`,
  bestSeller: "Meilleure vente",
  fresh: "Nouveaux produits",
  gone: (count) => `${count} disparus`,
  knownThen: (change, count) => `${change}, pour les ${count} déjà connus`,
  selling: "Ventes les plus rapides",
  unknownPrice: "prix inconnu",
  stars: (rating) => `${rating} étoiles sur 5`,
  reviews: (_count, text) => `${text} avis`,
  still: "Aucun prix n’a changé.",
  rebased: (count, text) =>
    `${text} ${counted(count, "produit a", "produits ont")} désormais une autre devise ; les prix d’avant ne sont pas comparés.`,
  unknownSales: "On ne sait pas ce qui s’est vendu.",
  tooEarly: "Suivi encore trop court pour dire ce qui s’est vendu.",
  nothingSold: "Aucune vente n’a été vue.",
  noneFound: "Aucun produit n’a été trouvé.",
  costsLess: (name, share, prices) => `${name} coûte ${share} de moins (${prices})`,
  grows: (name, change, usual, isOwn) =>
    isOwn
      ? `${name} progresse à part : ${change} de ventes, produits similaires ${usual}`
      : `${name} progresse plus vite que les autres : ${change} de ventes, produits similaires ${usual}`,
  soldBest: (name, daily) => `${name} s’est le mieux vendu, ${daily}`,
  offered: (count, text) =>
    `${text} ${counted(count, "nouveau produit est proposé", "nouveaux produits sont proposés")}`,
  chartCuts: "Prix en baisse",
  chartSelling: "Ce qui se vend le plus vite",
  changeOfPrice: "Variation du prix",
  soldDaily: "Vendus par jour",
  subtitle: (what, span) => `${what}, ${span}`,
  alt: (what, span, gist) => `${what}, ${span} : ${gist}.`,
};

export const sectionRankings: Translation<RankingsWords> = {
  title: "Classements",
  none: "classements de directs",
  many: "classements",
  creator: "Un créateur",
  topClimb: "Montée marquante",
  bestPlace: "Meilleure place",
  climbed: "En hausse",
  fell: (count) => `${count} en baisse`,
  leagues: "Ligues",
  up: (count) => `${count} en montée`,
  down: (count) => `${count} en descente`,
  closed: "Périodes closes",
  inTopTen: (count) => `${count} dans le top 10 en fin de période`,
  movers: "Montées et chutes",
  best: "Meilleures places",
  others: "Autres bonnes places",
  atClose: (place) => `${place} à la clôture`,
  closedAt: (place, final) => `${place} · ${final} à la clôture`,
  tooEarly: "Suivi encore trop court pour dire qui a monté ou baissé.",
  unmoved: "Personne n’a monté ni baissé.",
  nobody: "Personne n’a été vu dans un classement.",
  rose: (name, from, to, ranking) => `${name} est passé de la ${from} à la ${to} dans « ${ranking} »`,
  sank: (name, from, to, ranking) => `${name} a chuté de la ${from} à la ${to} dans « ${ranking} »`,
  topTenShare: (name, ranking, now, before) =>
    `${name} était dans le top 10 de « ${ranking} » ${now} du temps, contre ${before} avant`,
  leagueUp: (name, before, after) => `${name} est monté de la ligue ${before} à la ligue ${after}`,
  leagueDown: (name, before, after) => `${name} est descendu de la ligue ${before} à la ligue ${after}`,
  stood: (name, place, ranking) => `${name} a atteint la ${place} dans « ${ranking} »`,
  chartMoved: "Qui a monté, qui a baissé",
  chartBest: "Qui était le mieux placé",
  subtitle: (span) => `Positions, ${span}`,
  alt: (span, recipient) => `Places dans les classements, ${span} : ${recipient}.`,
};

export const sectionRecords: Translation<RecordsWords> = {
  title: "Profils et chiffres",
  none: "profils",
  many: "profils",
  record: "un profil",
  rising: "Chiffres en hausse",
  fallen: (count) => `${count} en baisse`,
  highest: "Plus forte hausse",
  rises: "Plus fortes hausses",
  falls: "Plus fortes baisses",
  milestones: "Paliers atteints",
  texts: "Textes modifiés",
  named: (name, field) => `${name} : ${field}`,
  nothing: "Aucun chiffre n’a changé.",
  tooEarly: "Suivi encore trop court pour comparer des chiffres.",
  grewBy: (name, field, share) => `${name} a progressé de ${share} (${field})`,
  doubled: (name, field) => `${name} a doublé (${field})`,
  grewTimes: (name, field, times) => `${name} a été multiplié par ${times} (${field})`,
  lost: (name, field, share) => `${name} a perdu ${share} (${field})`,
  reached: (name, milestone, field) => `${name} a atteint ${milestone} ${field}`,
  chart: "Chiffres en progression",
  subtitle: (span) => `Progression des chiffres, ${span}`,
  alt: (span, which) => `Progression des chiffres en plus forte hausse, ${span} : ${which}.`,
};
