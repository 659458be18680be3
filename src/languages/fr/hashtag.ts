import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/(M|Md|Bn)$/.test(count) ? " de" : "");

export const fr: Translation<HashtagWords> = {
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
    one: (name, search) => say`${name} progresse fortement dans ${search}`,
    many: (search) => `progressent fortement dans ${search}`,
    heading: (search) => `En forte hausse dans ${search}`,
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
