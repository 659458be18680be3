import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/[MB]$/.test(count) ? " de" : "");

export const es: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "una búsqueda",
  titled: (search) => `«${search}»`,
  appeared: {
    one: (name, search) => say`${name} aparece en ${search}`,
    many: (search) => `aparecen en ${search}`,
    heading: (search) => `Nuevos en ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} ya no está en ${search}`,
    many: (search) => `ya no están en ${search}`,
    heading: (search) => `Ya no están en ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} crece con fuerza en ${search}`,
    many: (search) => `crecen con fuerza en ${search}`,
    heading: (search) => `Crecen con fuerza en ${search}`,
  },
  place: (position) => `Puesto ${position} entre los resultados`,
  lastPlace: (position) => `Puesto ${position} la última vez`,
  views: (count) => `${count}${of(count)} visualizaciones`,
  growth: (before, after) => `${before} → ${after}${of(after)} visualizaciones`,
  moreViews: "Más visualizaciones",
  viewsLabel: "Visualizaciones",
  videosLabel: "Vídeos",
  open: "Abrir",
};
