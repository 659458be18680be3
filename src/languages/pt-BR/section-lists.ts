import { counting, type Translation } from "../../core/language.ts";
import type { ListsWords } from "../../sections/lists/words/en.ts";

const counted = counting("pt-BR");

export const ptBR: Translation<ListsWords> = {
  title: "Listas de itens",
  none: "listas de itens",
  many: "listas",
  fresh: "Itens novos",
  still: (count) => `${count} ainda na lista`,
  gone: "Itens que saíram",
  surged: "Itens que cresceram bastante",
  crossed: "Itens que cruzaram um limite",
  step: (field, before, after) => `${field} ${before} → ${after}`,
  above: (field, limit) => `${field} acima de ${limit}`,
  below: (field, limit) => `${field} abaixo de ${limit}`,
  nothing: "Nenhum item apareceu, saiu ou cresceu bastante.",
  found: (count, text) =>
    `${text} ${counted(count, "item novo apareceu nas listas", "itens novos apareceram nas listas")}`,
  lost: (count, text) =>
    `${text} ${counted(count, "item não está mais nas listas", "itens não estão mais nas listas")}`,
  grewBy: (name, field, share) => `${name} cresceu ${share} (${field})`,
  passed: (name, fact) => `${name} cruzou um limite: ${fact}`,
  chart: "Itens novos por lista",
  subtitle: (span) => `Itens que apareceram, ${span}`,
  alt: (span, which) => `Itens novos por lista, ${span}: ${which}.`,
};
