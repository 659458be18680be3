import * as shared from "../airtime-words.ts";
import { language } from "../../../ui/words/text.ts";

/** "12 h 05 min" or "5 min", of seconds. */
export const hoursWords = (seconds: number): string => shared.hoursWords(language(), seconds);

/** "+1 h 20 min" more than in the period before; a dash if that is not known. */
export const changeWords = (seconds: number | null): string => shared.changeWords(language(), seconds);

/** A count of viewers: "1.2K"; "–" if none was counted. */
export const viewersWords = (count: number | null): string => shared.viewersWords(language(), count);

/** "99.2 %, ± 4 min": what was observed of a creator, and how exact their airtime is. */
export const observedWords = (row: Parameters<typeof shared.observedWords>[1]): string =>
  shared.observedWords(language(), row);
