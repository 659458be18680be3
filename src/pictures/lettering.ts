import { cut, cutApart, tidyLine } from "../core/text.ts";
import { advancesOf, EM, glyphOf } from "./font.ts";
import type { Text } from "./scene.ts";
import { pattern } from "../core/lazy.ts";

const LONGEST = 300;
const unseen = pattern(String.raw`^[\p{M}\p{Cf}\p{Variation_Selector}]$`, "u");
const counted = pattern(String.raw`^[\p{L}\p{N}]$`, "u");
const letter = pattern(String.raw`\p{L}`, "u");
const WIDE = 1.1;

/** The width of a text in pixels. Characters that the font lacks count as wide. */
export function widthOf(text: string, size: number, bold: boolean): number {
  const advances = advancesOf(bold);
  let width = 0;
  for (const one of text) {
    const glyph = glyphOf(one.codePointAt(0)!);
    if (glyph !== undefined) width += advances[glyph]! / EM;
    else if (!unseen().test(one)) width += WIDE;
  }
  return width * size;
}

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (glyphOf(text.charCodeAt(i)) === undefined) return false;
  return true;
}

function letters(one: string): string | null {
  const code = one.codePointAt(0)!;
  if (glyphOf(code) !== undefined) return one;
  let plain = "";
  for (const part of one.normalize("NFKD")) if (glyphOf(part.codePointAt(0)!) !== undefined) plain += part;
  return plain === "" ? null : plain;
}

/**
 * Reduces a text to the characters that can be drawn: without unknown accents and emoji. Null if fewer than half of its
 * letters are left.
 */
export function drawable(text: string): string | null {
  if (isPlain(text)) return text === "" ? null : text;
  let drawn = "";
  let stored = 0;
  let lost = 0;
  for (const one of text.normalize("NFC")) {
    const plain = letters(one);
    drawn += plain ?? "";
    if (!counted().test(one)) continue;
    if (plain === null) lost++;
    else stored++;
  }
  drawn = drawn.replace(/ {2,}/g, " ").trim();
  return drawn === "" || lost > stored ? null : drawn;
}

function fitted(text: string, room: number, size: number, bold: boolean): string {
  if (widthOf(text, size, bold) <= room) return text;
  const left = room - widthOf("…", size, bold);
  let stored = "";
  let width = 0;
  for (const one of text) {
    width += widthOf(one, size, bold);
    if (width > left) break;
    stored += one;
  }
  return left < 0 ? "" : `${stored.replace(/[\s\u200d.,;:·–-]+$/u, "")}…`;
}

/** How a text is set, and what replaces it if it cannot be drawn. */
export interface Setting {
  size: number;
  bold?: boolean;
  fallback?: string;
}

/** Fits an outside text into a width on one line. Returns the text to show, the one to draw, and the larger width. */
export function fit(raw: string, room: number, setting: Setting): Pick<Text, "shown" | "drawn" | "width" | "room"> {
  const { size, bold = false, fallback = "" } = setting;
  const text = tidyLine(cut(raw, LONGEST));
  const shown = fitted(text === "" ? fallback : text, room, size, bold);
  const drawn = fitted(drawable(text) ?? fallback, room, size, bold);
  const width = Math.max(widthOf(shown, size, bold), drawn === shown ? 0 : widthOf(drawn, size, bold));
  return { shown, drawn, width, room };
}

/** A letter in a picture and the name that it stands for. */
export interface LegendEntry {
  letter: string;
  name: string;
}

/**
 * For each label the letter that is drawn instead; null if the label itself is drawn. A letter is needed if the font
 * lacks letters of the label, nothing is left without emoji, or the reduced label equals another. Letters that are
 * labels themselves are not used.
 */
export function lettersFor(labels: string[]): (string | null)[] {
  const texts = labels.map((label) => tidyLine(cut(label, LONGEST)));
  const left = texts.map((text) => (isWhole(text) ? drawable(text) : null));
  const taken = new Set(left);
  const free = Array.from(LETTERS).filter((letter) => !taken.has(letter));
  return left.map((drawn, i) => {
    const alike = drawn !== null && drawn !== texts[i] && left.some((other, k) => k !== i && other === drawn);
    return drawn === null || alike ? free.shift()! : null;
  });
}

/** Reports whether the font has all letters of a text, apart from accents, and what remains is more than digits. */
export function isWhole(text: string): boolean {
  if (isPlain(text)) return true;
  const normal = Array.from(text.normalize("NFC"));
  const lost = normal.filter((one) => letters(one) === null && !unseen().test(one));
  return !lost.some((one) => counted().test(one)) && (lost.length === 0 || letter().test(drawable(text) ?? ""));
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Fits the labels of a chart so that they stay distinct. A letter replaces a label that cannot be drawn. */
export function fitApart(
  labels: string[],
  room: number,
  setting: Pick<Setting, "size" | "bold">,
): ReturnType<typeof fit>[] {
  const { size, bold = false } = setting;
  const letters = lettersFor(labels);
  const measure = {
    width: (text: string) => widthOf(text, size, bold),
    cut: (text: string, max: number) => fitted(text, max, size, bold),
  };
  const texts = labels.map((label, i) => tidyLine(cut(label, LONGEST)) || letters[i]!);
  const displayed = cutApart(texts, room, measure);
  const drawn = cutApart(
    texts.map((text, i) => letters[i] ?? drawable(text) ?? text),
    room,
    measure,
  );
  return labels.map((_, i) => ({
    shown: displayed[i]!,
    drawn: drawn[i]!,
    width: Math.max(measure.width(displayed[i]!), measure.width(drawn[i]!)),
    room,
  }));
}

/** Breaks a text into at most `max` lines between words. The last line is cut. */
export function wrap(raw: string, max: number, room: number, setting: Setting): ReturnType<typeof fit>[] {
  const { size, bold = false } = setting;
  const lines: string[] = [];
  for (const word of tidyLine(cut(raw, LONGEST)).split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && (lines.length === max || widthOf(longer, size, bold) <= room)) lines.pop();
    else if (lines.length > 0) {
      lines.push(word);
      continue;
    }
    lines.push(longer);
  }
  return lines.map((line) => fit(line, room, setting)).filter(({ shown }) => shown !== "");
}

/** Places a text. */
export function textAt(
  fitting: ReturnType<typeof fit>,
  x: number,
  y: number,
  look: Pick<Text, "size" | "ink"> & Partial<Pick<Text, "anchor" | "bold">>,
): Text {
  return { kind: "text", x, y, anchor: "start", bold: false, ...look, ...fitting };
}
