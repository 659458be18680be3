import type { MessageItem } from "../core/notice.ts";
import { cut } from "../core/text.ts";
import { shownLine } from "./phrases.ts";

/** So many are named in the push text. */
const MOST_NAMED = 3;

/** The most characters of a name in it: the first stands within what a phone shows. */
const LONGEST_NAME = 40;

/**
 * The push text of a message, not yet escaped: who did what, up to three by name, and how many more there are. "Maria is
 * live"; "Maria, Suna and Kenji are live · 4 more updates".
 */
export function headline(items: MessageItem[]): string {
  const [first, ...others] = items.map(({ notice }) => notice);
  if (first === undefined) throw new Error("a message has no items");
  const title = shownLine(first.title) || "Update";
  if (others.length === 0) return title;
  const alike = [first, ...others].filter(({ among }) => among !== null && among.together === first.among?.together);
  const names = [...new Set(alike.map(({ among }) => cut(shownLine(among!.who), LONGEST_NAME)))].slice(0, MOST_NAMED);
  if (names.length < 2) return `${cut(title, 200)} · ${moreUpdates(others.length)}`;
  const told = `${listed(names)} ${shownLine(first.among!.together)}`;
  const rest = items.length - names.length;
  if (rest === 0) return told;
  return `${told} · ${alike.length === items.length ? `${rest} more` : moreUpdates(rest)}`;
}

const moreUpdates = (count: number): string => `${count} more ${count === 1 ? "update" : "updates"}`;

const listed = (names: string[]): string => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
