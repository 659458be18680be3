import type { Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { HashtagWords } from "../../kinds/hashtag/words/en.ts";

/** Millions are counted "of" what they count. */
const of = (count: string): string => (/(mi|bi|tri)$/.test(count) ? " de" : "");

export const ptBR: Translation<HashtagWords> = {
  hashtag: "hashtag",
  search: "uma busca",
  titled: (search) => `“${search}”`,
  appeared: {
    one: (name, search) => say`${name} apareceu em ${search}`,
    many: (search) => `apareceram em ${search}`,
    heading: (search) => `Novas em ${search}`,
  },
  gone: {
    one: (name, search) => say`${name} saiu de ${search}`,
    many: (search) => `saíram de ${search}`,
    heading: (search) => `Não estão mais em ${search}`,
  },
  surged: {
    one: (name, search) => say`${name} cresceu bastante em ${search}`,
    many: (search) => `cresceram bastante em ${search}`,
    heading: (search) => `Crescimento forte em ${search}`,
  },
  place: (position) => `Posição ${position} entre os resultados`,
  lastPlace: (position) => `Posição ${position} na última vez`,
  views: (count) => `${count}${of(count)} visualizações`,
  growth: (before, after) => `${before} → ${after}${of(after)} visualizações`,
  moreViews: "Mais visualizações",
  viewsLabel: "Visualizações",
  videosLabel: "Vídeos",
  open: "Abrir",
};
