import type { InEach, Language } from "./language.ts";
import { grouped } from "./numbers-as-text.ts";

interface PlaceWords {
  one: (place: string) => string;
  /** From one place to another. */
  move: (before: string, after: string) => string;
}

const frenchOrdinal = (place: string): string => (place === "1" ? "1re" : `${place}e`);

const PLACES: InEach<PlaceWords> = {
  en: { one: (place) => `#${place}`, move: (before, after) => `#${before} → #${after}` },
  de: { one: (place) => `Platz ${place}`, move: (before, after) => `Platz ${before} → ${after}` },
  es: { one: (place) => `puesto ${place}`, move: (before, after) => `puesto ${before} → ${after}` },
  "pt-BR": { one: (place) => `${place}º lugar`, move: (before, after) => `${before}º → ${after}º lugar` },
  fr: {
    one: (place) => `${frenchOrdinal(place)} place`,
    move: (before, after) => `${frenchOrdinal(before)} → ${frenchOrdinal(after)} place`,
  },
  ja: { one: (place) => `${place}位`, move: (before, after) => `${before}位 → ${after}位` },
  id: { one: (place) => `peringkat ${place}`, move: (before, after) => `peringkat ${before} → ${after}` },
  vi: { one: (place) => `hạng ${place}`, move: (before, after) => `hạng ${before} → ${after}` },
};

/** Writes a place in a ranking: "#4", "Platz 4", "4位". */
export const placeText = (language: Language, place: number): string => PLACES[language].one(grouped(language, place));

/** Writes a move from one place to another: "#8 → #2", "Platz 8 → 2". */
export const placeMoveText = (language: Language, before: number, after: number): string =>
  PLACES[language].move(grouped(language, before), grouped(language, after));
