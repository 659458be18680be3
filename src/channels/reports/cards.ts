import type { ReportCard } from "../../core/report.ts";
import { safeLink } from "../link.ts";
import { fitted, type Writing } from "../phrases.ts";
import { PUBLIC_ONLY, refusal } from "../../core/public-url.ts";
import { brief, onLine } from "./parts.ts";

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
