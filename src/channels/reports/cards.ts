import type { ReportCard } from "../../core/report.ts";
import { safeLink } from "../link.ts";
import { fitted, type Writing } from "../phrases.ts";
import { PUBLIC_ONLY, refusal } from "../../core/public-url.ts";
import { brief, onLine } from "./parts.ts";

const BLOCKS = "▁▂▃▄▅▆▇█";
const MAX = 8;

/** A row of values as a bar chart of text, "▁▂▄▆█", at most eight characters; "" without values. */
export function sparkLine(values: (number | null)[]): string {
  const displayed = bunched(values.map((value) => (value === null || !Number.isFinite(value) ? null : value)));
  const seen = displayed.filter((value) => value !== null);
  if (seen.length === 0) return "";
  const [low, high] = [Math.min(...seen), Math.max(...seen)];
  return displayed.map((value) => (value === null ? "·" : blockOf(value, low, high))).join("");
}

function blockOf(value: number, low: number, high: number): string {
  if (high === low) return "▄";
  // Halved, because the difference of the largest numbers would overflow.
  const share = (value / 2 - low / 2) / (high / 2 - low / 2);
  return BLOCKS[Math.round(share * (BLOCKS.length - 1))] ?? "▄";
}

/** Averages neighbours if there are too many values. */
function bunched(values: (number | null)[]): (number | null)[] {
  if (values.length <= MAX) return values;
  return Array.from({ length: MAX }, (_, index) => {
    const from = Math.floor((index * values.length) / MAX);
    const to = Math.floor(((index + 1) * values.length) / MAX);
    const seen = values.slice(from, to).filter((value) => value !== null);
    return seen.length === 0 ? null : seen.reduce((sum, value) => sum + value / seen.length, 0);
  });
}

/** Limit on the cards of a section. */
const MAX_CARDS = 3;

/** A card in a dialect: its title (with link, if any) and detail, and the address of its picture. */
export interface DisplayedCard {
  text: string;
  title: string;
  image: string | null;
}

/** The cards of a section, one line each. Readers fetch the pictures, so only public https addresses are used. */
export function cardsOf(cards: ReportCard[], dialect: Writing): DisplayedCard[] {
  return cards.slice(0, MAX_CARDS).map((card) => {
    const title = onLine(card.title, 80) || "–";
    const url = card.url === null ? null : safeLink(card.url);
    const name =
      url === null ? dialect.strong(brief(title, 80, dialect)) : dialect.link(fitted(title, 80, dialect.label), url);
    const detail = brief(card.detail, 150, dialect);
    return { text: detail === "" ? name : `${name} · ${detail}`, title, image: pictureAt(card.image) };
  });
}

function pictureAt(image: string | null): string | null {
  if (image === null || refusal(image, PUBLIC_ONLY) !== null) return null;
  return safeLink(image);
}
