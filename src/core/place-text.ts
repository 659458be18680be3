import { coreWords } from "./core-words.ts";
import type { Language } from "./language.ts";
import { grouped } from "./numbers-as-text.ts";

/** Formats a place in a ranking: "#4", "Platz 4", "4位". */
export const placeText = (language: Language, place: number): string =>
  coreWords[language].place(grouped(language, place));

/** Formats a move between places: "#8 → #2", "Platz 8 → 2". */
export const placeMoveText = (language: Language, before: number, after: number): string =>
  coreWords[language].placeMove(grouped(language, before), grouped(language, after));
