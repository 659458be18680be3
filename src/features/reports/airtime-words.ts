import type { BestPlace } from "../../sections/airtime-shape.ts";
import { displayedName } from "../../sections/distinguish.ts";
import { placesText } from "../history/tables.ts";
import type { Language } from "../../core/language.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { hoursWords } from "../../core/duration.ts";
import { shareText } from "../../sections/airtime/words.ts";

/** A count of viewers: "1.2K"; "–" if none was counted. */
export const viewersWords = (language: Language, count: number | null): string =>
  count === null ? "–" : shortNumber(language, count);

/** "+1 h 20 min" more than in the period before; a dash if that is not known. */
export const changeWords = (language: Language, seconds: number | null): string =>
  seconds === null ? "–" : `${seconds > 0 ? "+" : ""}${hoursWords(language, seconds)}`;

/** "99.2%" of a share; a dash if it is not known. */
export const coverageWords = (language: Language, share: number | null): string =>
  share === null ? "–" : shareText(language, share);

/** "± 4 min": how exact airtime is; a dash if it is not known. */
export const exactWords = (language: Language, seconds: number | null): string =>
  seconds === null ? "–" : `± ${hoursWords(language, seconds)}`;

/** Whether an uncertainty is known and worth showing: half a minute rounds to one. */
export const isInexact = (seconds: number | null): seconds is number => seconds !== null && seconds >= 30;

/** A name from outside on one line, without invisible characters. */
export const nameWords = (name: string): string => displayedName(name) ?? "no name";

/** "#3 Daily; #7 Hourly", with titles safe to show; a dash for none. */
export const placesWords = (places: BestPlace[]): string =>
  placesText(places.map((one) => ({ ...one, title: nameWords(one.title) }))) || "–";
