import { counting, type Translation } from "../../core/language.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";

const counted = counting("fr");

export const fr: Translation<ListsWords> = {
  title: "Listes d’éléments",
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
