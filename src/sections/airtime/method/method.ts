import type { AirtimeTotals } from "../../airtime-shape.ts";
import { datedRange, momentLabel } from "../../../core/calendar.ts";
import { spokenHours } from "../../../core/duration.ts";
import type { Language } from "../../../core/language.ts";
import type { WatchedSinceAdded } from "../watched-since.ts";
import { shareText, uncertaintyText } from "../words.ts";
import { type AirtimeMethodWords, en } from "./words/en.ts";
import { inEach } from "../../../languages/in-each.ts";

/** How the numbers of an airtime report are computed, in each language. */
const airtimeMethodWords = inEach("section-airtime-method", en);

/** "We watched 98.8% of the time since they were added. 3 of 12 creators were added later." */
export function watchedText(language: Language, { share, creators, later }: WatchedSinceAdded): string {
  const words = airtimeMethodWords[language];
  const text = shareText(language, share);
  if (later === 0) return words.watched(text);
  if (later === creators) return words.watchedSince(text);
  return words.watchedSome(text, String(later), String(creators));
}

/** What a report covers, and what is known of it. */
export interface MethodScope {
  /** Epoch ms; `to` is excluded. */
  from: number;
  to: number;
  /** When it was computed, epoch ms. */
  now: number;
  timezone: string;
  validDayMinutes: number;
  /** Null if all creators were added later. */
  watched: WatchedSinceAdded | null;
  totals: Pick<AirtimeTotals, "uncertaintySeconds">;
}

/** Columns of a report that are explained. */
export type MethodColumn = keyof AirtimeMethodWords["columns"];

/** Units of columns. */
export type MethodUnit = keyof AirtimeMethodWords["units"];

export interface Method {
  words: AirtimeMethodWords;
  /** Sentences about the whole report: its period and zone, what was observed, and how exact it is. */
  about: string[];
  /** Says what a column is and how it is computed. */
  meaning: (column: MethodColumn) => string;
}

/** How the numbers of a report are computed. */
export function methodOf(language: Language, scope: MethodScope): Method {
  const words = airtimeMethodWords[language];
  const { from, to, now, timezone, validDayMinutes, watched, totals } = scope;
  return {
    words,
    about: [
      words.period(datedRange(language, from, to - 1, timezone), timezone),
      ...(now < to ? [words.soFar(momentLabel(language, now, timezone))] : []),
      ...(watched === null ? [] : [watchedText(language, watched)]),
      ...(watched === null || watched.unknownMs < 60_000
        ? []
        : [words.unknown(spokenHours(language, watched.unknownMs))]),
      words.checks,
      ...(totals.uncertaintySeconds === null || totals.uncertaintySeconds < 60
        ? []
        : [words.exact(uncertaintyText(language, totals.uncertaintySeconds))]),
    ],
    meaning(column) {
      const { days, validDays, ...others } = words.columns;
      if (column === "days") return days(timezone);
      return column === "validDays" ? validDays(String(validDayMinutes)) : others[column];
    },
  };
}
