import { counting } from "../../../core/language.ts";

const counted = counting("en");

/** The words of a digest about lists of items. Fields are names; counts and numbers are passed as text. */
export const en = {
  title: "Videos & items",
  none: "lists of items",
  many: "lists of items",
  fresh: "New items",
  still: (count: string) => `${count} still listed`,
  gone: "Items gone",
  surged: "Items growing fast",
  crossed: "Items past a limit",
  step: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
  above: (field: string, limit: string) => `${field} above ${limit}`,
  below: (field: string, limit: string) => `${field} below ${limit}`,
  nothing: "No item was new, gone or growing fast.",
  found: (count: number, text: string) => `${text} new ${counted(count, "item was", "items were")} listed`,
  lost: (count: number, text: string) => `${text} ${counted(count, "item is", "items are")} no longer listed`,
  grewBy: (name: string, field: string, share: string) => `${name} grew by ${share} (${field})`,
  passed: (name: string, fact: string) => `${name} passed a limit: ${fact}`,
  chart: "New items by list",
  subtitle: (span: string) => `Items that appeared, ${span}`,
  alt: (span: string, which: string) => `New items by list, ${span}: ${which}.`,
};

export type ListsWords = typeof en;
