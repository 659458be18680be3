import { counting, type Translation } from "../../core/language.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";

const counted = counting("es");

export const es: Translation<ListsWords> = {
  title: "Listas de elementos",
  none: "listas de elementos",
  many: "listas",
  fresh: "Elementos nuevos",
  still: (count) => `${count} siguen en la lista`,
  gone: "Elementos desaparecidos",
  surged: "Elementos que crecen con fuerza",
  crossed: "Elementos que cruzaron un límite",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} por encima de ${limit}`,
  below: (field, limit) => `${field} por debajo de ${limit}`,
  nothing: "Ningún elemento apareció, desapareció ni creció con fuerza.",
  found: (count, text) =>
    `${text} ${counted(count, "elemento nuevo apareció en las listas", "elementos nuevos aparecieron en las listas")}`,
  lost: (count, text) =>
    `${text} ${counted(count, "elemento ya no está en las listas", "elementos ya no están en las listas")}`,
  grewBy: (name, field, share) => `${name} creció un ${share} (${field})`,
  passed: (name, fact) => `${name} cruzó un límite: ${fact}`,
  chart: "Elementos nuevos por lista",
  subtitle: (span) => `Elementos que aparecieron, ${span}`,
  alt: (span, which) => `Elementos nuevos por lista, ${span}: ${which}.`,
};
