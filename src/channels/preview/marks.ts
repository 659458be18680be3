/** A piece of a chat's text: plain, formatted, or a time (epoch ms). */
export type Mark =
  | string
  | { as: "strong" | "quiet" | "link" | "ping" | "fixed"; inside: Mark[] }
  | { at: number; relative: boolean };

export const strong = (inside: Mark[]): Mark => ({ as: "strong", inside });
export const quiet = (inside: Mark[]): Mark => ({ as: "quiet", inside });
export const link = (inside: Mark[]): Mark => ({ as: "link", inside });
export const ping = (text: string): Mark => ({ as: "ping", inside: [text] });
export const fixed = (text: string): Mark => ({ as: "fixed", inside: [text] });

/** The end of an id, by which people recognize it. */
export const tail = (id: string): string => id.slice(-4);

/** A mark of a dialect: its sticky pattern, and what a match becomes; null if it is not a mark after all. */
export interface Sign {
  pattern: RegExp;
  mark(found: RegExpExecArray, read: (text: string) => Mark[]): Mark | null;
}

/** Limit on the characters that are read. No text of a message is longer. */
const MAX = 5000;

/**
 * Parses a text like a chat. It knows only the marks that we write; everything else stays text. A full parser for
 * Discord would be larger than all pages together.
 */
export function marked(text: string, signs: Sign[], plain: RegExp, own = (words: string) => words): Mark[] {
  const read = (part: string) => marked(part, signs, plain, own);
  const marks: Mark[] = [];
  let words = "";
  const whole = text.slice(0, MAX);
  for (let at = 0; at < whole.length;) {
    plain.lastIndex = at;
    const run = plain.exec(whole)?.[0] ?? "";
    words += run;
    at += run.length;
    if (at >= whole.length) break;
    const sign = signAt(whole, at, signs, read);
    if (sign === null) words += whole[at++];
    else if (typeof sign.mark === "string") {
      words += sign.mark;
      at = sign.to;
    } else {
      if (words !== "") marks.push(own(words));
      words = "";
      marks.push(sign.mark);
      at = sign.to;
    }
  }
  return words === "" ? marks : [...marks, own(words)];
}

function signAt(text: string, at: number, signs: Sign[], read: (text: string) => Mark[]) {
  for (const sign of signs) {
    sign.pattern.lastIndex = at;
    const found = sign.pattern.exec(text);
    const mark = found === null ? null : sign.mark(found, read);
    if (mark !== null) return { mark: mark, to: at + found![0].length };
  }
  return null;
}

/** The plain text. `when` formats times. */
export const wordsOf = (marks: Mark[], when: (mark: { at: number; relative: boolean }) => string): string =>
  marks
    .map((mark) => (typeof mark === "string" ? mark : "at" in mark ? when(mark) : wordsOf(mark.inside, when)))
    .join("");
