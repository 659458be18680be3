import { unlisted } from "./creator-in.ts";
import { isNote, plain } from "./note-words.ts";

/** Emoji with what belongs to them, and other signs. */
const SIGNS = /(?:\p{Extended_Pictographic}|[\p{So}\p{Sk}\p{Regional_Indicator}]|\u200d|\ufe0f)+/gu;

/** What stands between the parts of a line. A hyphen, slash or dot within a name has no blanks around it. */
const BETWEEN =
  /[;|\t\n：]|,(?!\d{3}(?!\d))|:(?=\s|$)|\s[-–—−=~/\\·•→>»←<«]+(?=\s|$)|(?:^|\s)[-–—−=~/\\·•→>»←<«]+\s|\saka\s/gu;

const BRACKETS = /[([{【（「<]([^()[\]{}【】（）「」<>]*)[)\]}】）」>]/gu;

/** The number of a line in a list: `#1`, `1.`, `No. 3`, `①`, `a)`, `iv.`. */
const NUMBER =
  /^(?:(?:no|nr|nº|n°|№)\.?\s?\d{1,4}[.:)]?|#\s?\d{1,4}[.:)]?|\(?\d{1,4}[.):\]]+(?!\d)|[\u2460-\u24ff\u2776-\u2793]|[a-z]\)|[ivx]{1,5}[.)])\s*(?=\S)/iu;

/** Labels behind a name: "Lena’s TikTok". */
const LABEL =
  /(?:['’]s)?\s(?:on\s|auf\s|en\s|sur\s|no\s)?(?:tik ?tok|handle|account|profile?|channel|aka|alias|is|at|link|username)$/i;

/** The shortest part of a handle that says something. */
const SHORTEST = 3;

/** What stands beside a creator in a line. */
interface Beside {
  before: string;
  after: string;
  /** The handle; null for an id or a link without one. */
  handle: string | null;
}

/**
 * Finds the name of a creator in what stands beside it. Null where nothing is surely a name: then the service's own is
 * used. A bracket is a name only if it resembles the handle.
 */
export function nameInLine({ before, after, handle }: Beside): string | null {
  if (before.length + after.length > MAX_CHARS) return null;
  const [first, second] = [partsOf(before), partsOf(after)];
  const outside = distinct([...first.outside, ...second.outside]);
  const inside = distinct([...first.inside, ...second.inside]);
  const alike = outside.filter((text) => isAlike(text, handle));
  if (alike.length === 1) return withoutNumber(alike[0]!, handle);
  const [only, ...rest] = outside;
  const bracket = inside.filter((text) => isAlike(text, handle));
  if (only === undefined) return bracket.length === 1 ? bracket[0]! : null;
  if (rest.length > 0 || bracket.length > 0) return null;
  // A sentence or a list number is no name.
  const isMarked = first.outside.includes(only) && /[:;|,=~→•–—-]\s*$/.test(before.slice(-SHORTEST));
  const isSentence = (/^\p{Ll}/u.test(only) && !isMarked) || only.split(" ").length > MOST_WORDS;
  return isSentence || /^\d/.test(only) ? null : only;
}

/** What is longer is a sentence. */
const MAX_CHARS = 300;
const MOST_WORDS = 6;

/** Numbers and labels around a name. */
const MOST_LAYERS = 3;

const distinct = (texts: string[]): string[] => [...new Map(texts.map((text) => [plain(text), text])).values()];

/** The parts of a text outside and inside brackets that may be names. */
function partsOf(text: string): { outside: string[]; inside: string[] } {
  const inside = [...text.matchAll(BRACKETS)].flatMap(([, within]) => named(within!));
  return {
    outside: text
      .replaceAll(BRACKETS, " | ")
      .split(BETWEEN)
      .flatMap((part) => named(part ?? "")),
    inside,
  };
}

/** The name in a part, if it is not only a note. */
function named(part: string): string[] {
  let name = trimmed(unlisted(part));
  for (let layer = 0; layer < MOST_LAYERS; layer++) name = trimmed(name.replace(NUMBER, "").replace(LABEL, ""));
  const pieces = name
    .split(SIGNS)
    .map(trimmed)
    .filter((piece) => piece !== "");
  const telling = pieces.filter((piece) => !isNote(piece));
  if (telling.length < pieces.length) name = telling.join(" ");
  return /\p{L}/u.test(name) && !isNote(name) ? [name] : [];
}

const INNER = /[\p{L}\p{N}]/u;

/** A text without blanks, quotes and signs around it. */
function trimmed(text: string): string {
  const signs = Array.from(text.replaceAll(/\s+/g, " "));
  const from = signs.findIndex((sign) => INNER.test(sign));
  const to = signs.findLastIndex((sign) => INNER.test(sign) || /\p{M}/u.test(sign));
  return from === -1 ? "" : signs.slice(from, to + 1).join("");
}

/** Reports whether a name and a handle share a word, or one is within the other. */
function isAlike(name: string, handle: string | null): boolean {
  if (handle === null) return false;
  const joined = joinedOf(handle);
  const words = plain(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  if (words.some((word) => word.length >= SHORTEST && joined.includes(word) && !isNote(word))) return true;
  const whole = words.join("");
  return plain(handle)
    .split(/[^a-z]+/)
    .some((word) => word.length > SHORTEST && whole.includes(word));
}

/** "1 Lena" beside @lena is Lena; "50 Cent" beside @50cent stays. */
function withoutNumber(name: string, handle: string | null): string {
  const [, number, rest] = /^(\d{1,4})\s[^\p{L}\p{N}]*([\p{L}\p{N}].*)$/u.exec(name) ?? [];
  if (number === undefined) return name;
  return joinedOf(handle ?? "").includes(joinedOf(number + rest!.split(" ")[0]!)) ? name : rest!;
}

const joinedOf = (text: string): string => plain(text).replaceAll(/[^a-z0-9]/g, "");
