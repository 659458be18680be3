import { listed } from "../core/language.ts";
import type { Message } from "../core/notice.ts";
import { cut } from "../core/text.ts";
import { shownLine } from "./phrases.ts";
import { channelWords } from "./words/words.ts";

/** So many are named in the push text. */
const MAX_NAMED = 3;

/** The most characters of a name in it: the first stands within what a phone shows. */
const LONGEST_NAME = 40;

/**
 * The push text of a message, not yet escaped: who did what, up to three by name, and how many more there are. "Maria is
 * live: Late night talk"; "Maria, Suna and Kenji are live · 4 more updates".
 */
export function headline({ items, language }: Pick<Message, "items" | "language">): string {
  const words = channelWords[language];
  const [first, ...others] = items.map(({ notice }) => notice);
  if (first === undefined) throw new Error("a message has no items");
  const title = shownLine(first.push?.text ?? first.title) || words.update;
  if (others.length === 0) return title;
  const alike = [first, ...others].filter(({ among }) => among !== null && among.together === first.among?.together);
  const names = [...new Set(alike.map(({ among }) => cut(shownLine(among!.who), LONGEST_NAME)))].slice(0, MAX_NAMED);
  if (names.length < 2) return `${cut(title, 200)} · ${words.moreUpdates(others.length)}`;
  const sentence = words.did(listed(language, names), shownLine(first.among!.together));
  const rest = items.length - names.length;
  if (rest === 0) return sentence;
  return `${sentence} · ${alike.length === items.length ? words.more(rest) : words.moreUpdates(rest)}`;
}
