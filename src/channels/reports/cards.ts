import type { ReportCard } from "../../core/report.ts";
import { safeLink } from "../link.ts";
import { fitted, type Writing } from "../phrases.ts";
import { PUBLIC_ONLY, refusal } from "../../core/public-url.ts";
import { brief, onLine } from "./parts.ts";

/** The most that a section shows to be looked at. */
const MAX_CARDS = 3;

/** A card in a dialect: its title as a link where it has one, what there is to say of it, and its picture's address. */
export interface ShownCard {
  text: string;
  title: string;
  image: string | null;
}

/** The cards of a section, each on a line. Pictures are at public https addresses or nowhere: whoever reads fetches them. */
export function cardsOf(cards: ReportCard[], dialect: Writing): ShownCard[] {
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
