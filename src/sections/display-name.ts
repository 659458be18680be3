import { cut, tidyLine } from "../core/text.ts";

const MAX_NAME = 120;

/** An outside name as stored in a digest: one line of limited length; null if nothing is left. */
export function displayedName(name: unknown, max = MAX_NAME): string | null {
  if (typeof name !== "string") return null;
  return cut(tidyLine(name.slice(0, 4 * max)), max) || null;
}
