import { counting, type Translation } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";
import type { ListWords } from "../../kinds/list/words/en.ts";
import type { LiveWords } from "../../kinds/live/words/en.ts";
import type { ProductsWords } from "../../kinds/products/words/en.ts";
import type { RankingWords } from "../../kinds/ranking/words/en.ts";
import type { RecordWords } from "../../kinds/record/words/en.ts";

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/(M|Md|Bn)$/.test(count) ? " de" : "");

export const hashtag: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "une recherche",
  titled: (search) => `« ${search} »`,
  appeared: {
    one: (name, search) => say`${name} apparaît dans ${search}`,
    many: (search) => `apparaissent dans ${search}`,
    heading: (search) => `Nouveau dans ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} n’est plus dans ${search}`,
    many: (search) => `ne sont plus dans ${search}`,
    heading: (search) => `Plus dans ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} a progressé dans ${search}`,
    many: (search) => `ont progressé dans ${search}`,
    heading: (search) => `En hausse dans ${search}`,
  },
  place: (position) => `Place ${position} parmi les résultats`,
  lastPlace: (position) => `Place ${position} la dernière fois`,
  views: (count) => `${count}${of(count)} vues`,
  growth: (before, after) => `${before} → ${after}${of(after)} vues`,
  moreViews: "Davantage de vues",
  viewsLabel: "Vues",
  videosLabel: "Vidéos",
  open: "Ouvrir",
};

export const list: Translation<ListWords> = {
  item: "Élément",
  list: "une liste",
  titled: (list) => `« ${list} »`,
  appeared: {
    one: (name, list) => say`${name} apparaît dans ${list}`,
    many: (list) => `apparaissent dans ${list}`,
    heading: (list) => `Nouveau dans ${list}`,
  },
  gone: {
    one: (name, list) => say`${name} n’est plus dans ${list}`,
    many: (list) => `ne sont plus dans ${list}`,
    heading: (list) => `Plus dans ${list}`,
  },
  changed: {
    one: (name, list) => say`${name} a changé dans ${list}`,
    many: (list) => `ont changé dans ${list}`,
    heading: (list) => `Modifié dans ${list}`,
  },
  crossed: {
    one: (name, list) => say`${name} a franchi un seuil dans ${list}`,
    many: (list) => `ont franchi un seuil dans ${list}`,
    heading: (list) => `Seuil franchi dans ${list}`,
  },
  surged: {
    one: (name, list) => say`${name} a progressé dans ${list}`,
    many: (list) => `ont progressé dans ${list}`,
    heading: (list) => `En hausse dans ${list}`,
  },
  atLeast: (count) => `Au moins ${count} sont nouveaux`,
  change: (field, before, after) => `${field} : ${before} → ${after}`,
  above: (field, limit) => `${field} au-dessus de ${limit}`,
  below: (field, limit) => `${field} en dessous de ${limit}`,
  open: "Ouvrir",
};

export const live: Translation<LiveWords> = {
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
  endedAfter: (name, duration) => say`${name} a terminé après ${duration}`,
  endedAfterAtLeast: (name, duration) => say`${name} a terminé après au moins ${duration}`,
  endedAt: (when) => say`terminé ${when}`,
  lastSeen: (when) => say`Vu en direct pour la dernière fois ${when}`,
  unwatched: {
    removed: () => say`n’est plus suivi`,
    paused: (when) => say`vérifications mises en pause ${when}`,
  },
  viewers: (count) => `${shortNumber("fr", count)} ${counting("fr")(count, "spectateur", "spectateurs")}`,
  peak: (viewers) => `pic de ${viewers}`,
  retitled: (name) => say`${name} a changé le titre`,
  wasTitled: (title) => `Avant « ${title} »`,
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

export const products: Translation<ProductsWords> = {
  product: "Un produit",
  category: "une catégorie",
  titled: (category) => `« ${category} »`,
  listed: {
    one: (name, category) => say`${name} arrive dans ${category}`,
    many: (category) => `arrivent dans ${category}`,
    heading: (category) => `Nouveau dans ${category}`,
  },
  delisted: {
    one: (name, category) => say`${name} n’est plus dans ${category}`,
    many: (category) => `ne sont plus dans ${category}`,
    heading: (category) => `Plus dans ${category}`,
  },
  repriced: {
    one: (name, category) => say`${name} change de prix dans ${category}`,
    many: (category) => `changent de prix dans ${category}`,
    heading: (category) => `Nouveau prix dans ${category}`,
  },
  dearer: {
    one: (name, category) => say`${name} coûte plus cher dans ${category}`,
    many: (category) => `coûtent plus cher dans ${category}`,
    heading: (category) => `Plus cher dans ${category}`,
  },
  cheaper: {
    one: (name, category) => say`${name} coûte moins cher dans ${category}`,
    many: (category) => `coûtent moins cher dans ${category}`,
    heading: (category) => `Moins cher dans ${category}`,
  },
  sellsFast: {
    one: (name, category) => say`${name} se vend très vite dans ${category}`,
    many: (category) => `se vendent très vite dans ${category}`,
    heading: (category) => `Ventes rapides dans ${category}`,
  },
  lastAt: (price) => `Dernier prix : ${price}`,
  sold: (before, after) => `${before} → ${after} vendus`,
  open: "Ouvrir",
};

export const ranking: Translation<RankingWords> = {
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
  diamondsTo: (diamonds, place) => `${diamonds} diamants pour la ${place}e place`,
  resets: "Remise à zéro",
  profile: "Profil",
};

export const record: Translation<RecordWords> = {
  record: "Une fiche",
  field: "un champ",
  changed: {
    one: (name, field) => say`${name} : ${field} a changé`,
    many: () => "ont changé",
    heading: () => "Modifié",
  },
  above: {
    one: (name, field, limit) => say`${name} : ${field} au-dessus de ${limit}`,
    many: () => "ont dépassé un seuil",
    heading: () => "Au-dessus du seuil",
  },
  below: {
    one: (name, field, limit) => say`${name} : ${field} en dessous de ${limit}`,
    many: () => "sont passés sous un seuil",
    heading: () => "En dessous du seuil",
  },
  reached: {
    one: (name, field, milestone) => say`${name} atteint ${milestone} ${field}`,
    many: () => "ont atteint un palier",
    heading: () => "Paliers atteints",
  },
  surged: {
    one: (name, field, growth) => say`${name} : ${field} en hausse${growth === "" ? "" : ` (${growth})`}`,
    many: () => "sont en hausse",
    heading: () => "En hausse",
  },
};
