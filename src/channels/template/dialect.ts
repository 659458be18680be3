import { pattern } from "../../core/pattern.ts";
import { inert, type Dialect } from "../phrases.ts";
import { styleAt, utc } from "../utc.ts";

const LOOKALIKES: Record<string, string> = { "*": "∗", "~": "∼", "`": "ˋ", _: "ˍ", "|": "¦" };

const WORD = String.raw`[\p{L}\p{N}]`;

const marks = pattern(`[*~\`|]|(?<!${WORD})_|_(?!${WORD})`, "gu");

/**
 * The receiver may read plain text, Markdown or HTML. So text is written as none of them reads marks in it: mentions,
 * tags and links are broken by an invisible character, other marks are replaced by lookalikes.
 */
const escaped = (text: string): string =>
  inert(text)
    .replace(/[@<\]](?!\u200b)/g, "$&\u200b")
    .replace(/:(?=[\w+'-]+:)/g, ":\u200b")
    // A label is followed by a colon of ours.
    .replace(/(?<![a-z\d+'-]):(?=[\w+'-]+$)/gi, ":\u200b")
    .replace(/^([^\S\n]*)([#>+-]|\d+(?=[.)]))/gm, "$1\u200b$2")
    .replace(marks(), (mark) => LOOKALIKES[mark]!);

/** Plain text. URLs follow their labels. */
export const dialectAt = (now: number): Dialect => ({
  text: escaped,
  label: escaped,
  strong: (text) => text,
  link: (label, url) => `${label} ${url}`,
  instant: (at, style) => utc(at, styleAt(now, at, style)),
});
