import { cut, tidyLine } from "../../core/text.ts";
import { pattern } from "../../core/lazy.ts";
import { t } from "./text.ts";

const displayed = pattern(String.raw`[\p{L}\p{N}\p{P}\p{S}]`, "u");

/** Printable ASCII words separated by single spaces. Most names match and need no cleaning. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Returns a name for display: one line, without invisible characters, cut to 200; `otherwise` or "no name" if
 * nothing visible is left.
 */
export function displayedName(name: string, otherwise?: string): string {
  if (name.length <= 200 && PLAIN.test(name)) return name;
  const tidied = cut(tidyLine(cut(name, 1000)), 200);
  return displayed().test(tidied) ? tidied : (otherwise ?? t("no name"));
}

/** Returns the replacement for a name without visible characters. */
export const handleOrNone = (handle: string | null): string => (handle === null ? t("no name") : `@${handle}`);

/** Names to choose from, by id. */
export const namesById = (all: { id: string; name: string }[]): Record<string, string> =>
  Object.fromEntries(all.map(({ id, name }) => [id, displayedName(name)]));
