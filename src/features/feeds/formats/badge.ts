import { lineOf } from "../../../core/json.ts";
import { drawable, widthOf } from "../../../pictures/lettering.ts";
import { escaped } from "../../../pictures/svg.ts";

/** States on a badge. Red is reserved for live. */
const STANDS = {
  on: { word: "live", ground: "#c02631" },
  off: { word: "offline", ground: "#565f6d" },
  unknown: { word: "unknown", ground: "#804600" },
} as const;

export type Stand = keyof typeof STANDS;

const SIZE = 11;
const SIDE = 8;
const MAX_NAME = 40;

/**
 * A badge for other websites: the creator's name and whether they are live. It needs no fonts or styles of the page.
 */
export function badgeOf(name: string, stand: Stand): string {
  const { word, ground } = STANDS[stand];
  const who = lineOf(name, MAX_NAME) ?? "Someone";
  const displayed = drawable(who) ?? who;
  const [left, right] = [displayed, word].map((text) => Math.ceil(widthOf(text, SIZE, false)) + 2 * SIDE) as [
    number,
    number,
  ];
  const words = `${who}: ${word}`;
  const text = (at: number, width: number, reported: string) =>
    `<text x="${at + SIDE}" y="14" textLength="${width - 2 * SIDE}" lengthAdjust="spacingAndGlyphs">${escaped(reported)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(words)}">` +
    `<title>${escaped(words)}</title>` +
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>` +
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#24272e"/>` +
    `<rect x="${left}" width="${right}" height="20" fill="${ground}"/></g>` +
    `<g fill="#fff" font-family="Inter,Verdana,DejaVu Sans,sans-serif" font-size="${SIZE}">` +
    `${text(0, left, who)}${text(left, right, word)}</g></svg>`
  );
}
