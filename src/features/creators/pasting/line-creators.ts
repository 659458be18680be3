import type { JsonObject } from "../../../core/json.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { nameInLine } from "./name-in-line.ts";
import { bared, creatorIn, possibleHandle, pastedIdentity, unlisted, type Found } from "./creator-in.ts";

/** What one line or row of a paste says. */
export type Reported =
  | { params: JsonObject; name: string | null; list?: string | null; favourite?: boolean; hours?: string }
  | { refused: string };

const NOTHING = marked("not a handle, link or ID");

/** Longer than any name with a link. */
export const LONGEST = 1000;

const TOO_LONG = marked("is longer than 1,000 characters");
const SEVERAL = marked("names several creators: put each on its own line");

/** An id right after a word can be part of a name, such as "Blink 182"; a longer one or one after a mark is an id. */
const SHORT_ID = /^\d{3}$/;

const isParams = (found: Found): found is { params: JsonObject } => found !== null && "params" in found;

/** Returns the creators of a line: one with or without a name, or several side by side. */
export function creatorsIn(line: string): { text: string; said: Reported }[] {
  if (line.length > LONGEST) return [{ text: line, said: { refused: t(TOO_LONG) } }];
  const text = ungrouped(unlisted(plainMarks(line)));
  const words = text.split(BETWEEN).filter((word) => bared(word) !== "");
  if (words.length > 1 && words.every((word) => creatorIn(word) !== null))
    return words.map((word) => ({ text: word, said: reportedBy(creatorIn(word)!, null) }));
  const whole = oneIn(text);
  if (!("refused" in whole) || whole.refused !== t(SEVERAL)) return [{ text: line.trim(), said: whole }];
  // Several pairs of name and handle: each part must be complete by itself.
  const parts = text.split(/[,;|\t]/).filter((part) => bared(part) !== "");
  const each = parts.map((part) => ({ text: part.trim(), said: oneIn(part) }));
  return parts.length > 1 && each.every(({ said }) => !("refused" in said))
    ? each
    : [{ text: line.trim(), said: whole }];
}

/** What stands between words. The comma of a number does not. */
const BETWEEN = /[;|\s]+|,(?!(?<=\d,)\d{3}(?!\d))/;
const WORDS = /(?:[^\s,;|]|,(?=(?<=\d,)\d{3}(?!\d)))+/g;

/** Marks of other scripts, and what they are in ours. */
const WIDE: Record<string, string> = {
  "：": ":",
  "，": ",",
  "、": ",",
  "،": ",",
  "；": ";",
  "｜": "|",
  "（": "(",
  "）": ")",
  "【": "[",
  "】": "]",
  "「": "(",
  "」": ")",
  "＠": "@",
};

/** A text with our marks, its links beside their words, and blanks around each handle: `Lena:@lena(mod)`. */
const plainMarks = (text: string): string =>
  text
    .replaceAll(/[：，、،；｜（）【】「」＠]/g, (mark) => WIDE[mark]!)
    .replaceAll(/\[([^[\]]*)\]\((https?:[^\s()]+)\)/g, "$1 $2")
    .replaceAll(/<((?:@|https?:)[^<>\s|]*)(?:\|([^<>]*))?>/g, " $1 $2 ")
    .replaceAll(/\d\ufe0f?\u20e3/g, " ")
    .replaceAll(/@(?<=[:=|(–—→-]@)/g, " @")
    .replaceAll(/(?=[([:=|])(?<=@[A-Za-z0-9._-]{1,64})/g, " ");

/** A long number with its thousands in groups. Commas and blanks also stand between creators. */
const GROUPED_ID = /(?<![\p{L}\p{N}][.,]?)\d{1,3}([., '])\d{3}(?:\1\d{3}){3,}(?![\p{L}\p{N}])/gu;

const ungrouped = (text: string): string => text.replaceAll(GROUPED_ID, (id) => id.replaceAll(/\D/g, ""));

const reportedBy = (found: Exclude<Found, null>, name: string | null): Reported =>
  "params" in found ? { params: found.params, name } : found;

function oneIn(text: string): Reported {
  const words = [...text.matchAll(WORDS)].map(({ 0: word, index }) => ({
    word,
    index,
    found: creatorIn(word),
  }));
  const [only] = words;
  if (only === undefined) return { refused: t(NOTHING) };
  if (words.length === 1) return reportedBy(only.found ?? possibleHandle(only.word) ?? { refused: t(NOTHING) }, null);
  const named = words.filter(({ word, found }) => found !== null && !/^\d+$/.test(bared(word)));
  const ids = words.filter(({ word, found }) => found !== null && /^\d+$/.test(bared(word)));
  const notified = named.length > 0 ? named : ids.filter((one) => isId(text, one));
  const [first] = notified;
  if (first === undefined) return { refused: t(NOTHING) };
  const good = notified.filter(({ found }) => isParams(found));
  // A link to another site beside a handle says nothing more about the creator.
  const chosen = good[0] ?? first;
  const same = new Set(good.map(({ found }) => pastedIdentity((found as { params: JsonObject }).params)));
  if (same.size > 1) return { refused: t(SEVERAL) };
  if (!isParams(chosen.found)) return chosen.found!;
  const { handle } = chosen.found.params;
  const name = nameInLine({ ...besides(text, notified, chosen), handle: typeof handle === "string" ? handle : null });
  return { params: chosen.found.params, name };
}

interface Word {
  word: string;
  index: number;
}

/** What stands before and after the chosen word, without the other words that name the creator. */
function besides(text: string, notified: Word[], { index, word }: Word): { before: string; after: string } {
  const without = (from: number, to: number): string => {
    let [rest, at] = ["", from];
    for (const one of notified) {
      if (one.index < from || one.index >= to) continue;
      rest += `${text.slice(at, one.index)} | `;
      at = one.index + one.word.length;
    }
    return rest + text.slice(at, to);
  };
  return { before: without(0, index), after: without(index + word.length, text.length) };
}

/** Reports whether digits beside a name are an id rather than a part of the name. */
function isId(text: string, { word, index }: { word: string; index: number }): boolean {
  if (!SHORT_ID.test(bared(word))) return true;
  return index === 0 || /[,;|\t:=–—-]\s*$/.test(text.slice(0, index));
}

/** Returns a name without the marks that separate it from a handle; null if nothing is left. */
export function cleanName(text: string): string | null {
  const name = bared(unlisted(text).replaceAll(/\s+/g, " "))
    .replace(/(?:\s[-–—=:|/·•]+)+$|^(?:[-–—=:|/·•]+\s)+/gu, "")
    .trim();
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name) ? bared(name) : null;
}
