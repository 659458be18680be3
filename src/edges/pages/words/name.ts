import { cut, tidyLine } from "../../../core/text.ts";
import { pattern } from "../../../core/pattern.ts";

const shown = pattern(String.raw`[\p{L}\p{N}\p{P}\p{S}]`, "u");

/** Printable ASCII with single blanks inside: most names are, and need no tidying. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** A name as it may stand on a page: one line, nothing invisible, never endless; `otherwise` where nothing is left of it. */
export function shownName(name: string, otherwise = "no name"): string {
  if (name.length <= 200 && PLAIN.test(name)) return name;
  const tidied = cut(tidyLine(cut(name, 1000)), 200);
  return shown().test(tidied) ? tidied : otherwise;
}

/** What stands for somebody whose name has nothing to see. */
export const handleOrNone = (handle: string | null): string => (handle === null ? "no name" : `@${handle}`);
