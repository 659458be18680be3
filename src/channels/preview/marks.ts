/** A piece of a chat's text: words, what stands out, or an instant (epoch ms). */
export type Mark =
  | string
  | { as: "strong" | "quiet" | "link" | "ping" | "fixed"; inside: Mark[] }
  | { at: number; relative: boolean };

export const strong = (inside: Mark[]): Mark => ({ as: "strong", inside });
export const quiet = (inside: Mark[]): Mark => ({ as: "quiet", inside });
export const link = (inside: Mark[]): Mark => ({ as: "link", inside });
export const ping = (text: string): Mark => ({ as: "ping", inside: [text] });
export const fixed = (text: string): Mark => ({ as: "fixed", inside: [text] });

/** The end of an id, by which people know it from another. */
export const tail = (id: string): string => id.slice(-4);

/** A sign of a dialect: where its pattern (sticky) fits, and what that is; null where it is none after all. */
export interface Sign {
  pattern: RegExp;
  mark(found: RegExpExecArray, read: (text: string) => Mark[]): Mark | null;
}

/** More is not read: no text of a message is as long. */
const MAX = 5000;

/**
 * Reads a text as a chat would. Of each dialect only the signs are known that we write ourselves: all else stays the text that it
 * is, and a parser for all of Discord would weigh more than every page together.
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

/** The words alone, instants as `when` writes them. */
export const wordsOf = (marks: Mark[], when: (mark: { at: number; relative: boolean }) => string): string =>
  marks
    .map((mark) => (typeof mark === "string" ? mark : "at" in mark ? when(mark) : wordsOf(mark.inside, when)))
    .join("");
