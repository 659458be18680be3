import { listed } from "../core/language.ts";
import type { Message } from "../core/notice.ts";
import { cut } from "../core/text.ts";
import { displayedLine } from "./phrases.ts";
import { channelWords } from "./words/words.ts";

/** Number of names in the push text. */
const MAX_NAMED = 3;

/** Limit on the length of a name, so that a phone shows the first one. */
const LONGEST_NAME = 40;

/**
 * The push text of a message, not escaped: who did what, with up to three names and the number of others. "Maria is
 * live: Late night talk"; "Maria, Suna and Kenji are live · 4 more updates".
 */
export function headline({ items, language }: Pick<Message, "items" | "language">): string {
  const words = channelWords[language];
  const [first, ...others] = items.map(({ notice }) => notice);
  if (first === undefined) throw new Error("a message has no items");
  const title = displayedLine(first.push?.text ?? first.title) || words.update;
  if (others.length === 0) return title;
  const alike = [first, ...others].filter(({ among }) => among !== null && among.together === first.among?.together);
  const names = [...new Set(alike.map(({ among }) => named(among!.who)))].slice(0, MAX_NAMED);
  if (names.length < 2) return `${cut(title, 200)} · ${words.moreUpdates(others.length)}`;
  const sentence = words.did(listed(language, names), displayedLine(first.among!.together)).trim();
  const rest = items.length - names.length;
  if (rest === 0) return sentence;
  return `${sentence} · ${alike.length === items.length ? words.more(rest) : words.moreUpdates(rest)}`;
}

const named = (who: string): string => cut(displayedLine(who), LONGEST_NAME) || "–";
