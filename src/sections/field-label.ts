import { fieldWords } from "../core/named-values.ts";
import { displayedName } from "./display-name.ts";

const MAX_FIELD = 40;

/** The name of a field in words; null if nothing is left. */
export function fieldLabel(field: unknown): string | null {
  const name = displayedName(field, MAX_FIELD);
  return name === null ? null : fieldWords(name) || null;
}
