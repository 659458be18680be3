import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";

export const de: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "einer Suche",
  titled: (search) => `„${search}“`,
  appeared: {
    one: (name, search) => say`${name} ist neu in ${search}`,
    many: (search) => `sind neu in ${search}`,
    heading: (search) => `Neu in ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} ist nicht mehr in ${search}`,
    many: (search) => `sind nicht mehr in ${search}`,
    heading: (search) => `Nicht mehr in ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} legt in ${search} stark zu`,
    many: (search) => `legen in ${search} stark zu`,
    heading: (search) => `Stark gestiegen in ${search}`,
  },
  place: (position) => `Platz ${position} der Treffer`,
  lastPlace: (position) => `Zuletzt auf Platz ${position}`,
  views: (count) => `${count} Aufrufe`,
  growth: (before, after) => `${before} → ${after} Aufrufe`,
  moreViews: "Mehr Aufrufe",
  viewsLabel: "Aufrufe",
  videosLabel: "Videos",
  open: "Öffnen",
};
