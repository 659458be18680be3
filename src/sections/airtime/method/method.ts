import type { AirtimeTotals } from "../../airtime-shape.ts";
import { datedRange, momentLabel } from "../../../core/calendar.ts";
import { hoursWords, spokenHours } from "../../../core/duration.ts";
import type { Language } from "../../../core/language.ts";
import { shareText } from "../words.ts";
import { type AirtimeMethodWords, en } from "./words/en.ts";
import { inEach } from "../../../languages/in-each.ts";

/** How the numbers of an airtime report are computed, in each language. */
const airtimeMethodWords = inEach("section-airtime-method", en);

/** What a report covers, and what is known of it. */
export interface MethodScope {
  /** Epoch ms; `to` is excluded. */
  from: number;
  to: number;
  /** When it was computed, epoch ms. */
  now: number;
  timezone: string;
  validDayMinutes: number;
  /** The share of time in which it is known whether creators were live; null if there is none. */
  observed: number | null;
  totals: Pick<AirtimeTotals, "unknownSeconds" | "uncertaintySeconds">;
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
  const { from, to, now, timezone, validDayMinutes, observed, totals } = scope;
  const unknown = spokenHours(language, totals.unknownSeconds * 1000);
  return {
    words,
    about: [
      words.period(datedRange(language, from, to - 1, timezone), timezone),
      ...(now < to ? [words.soFar(momentLabel(language, now, timezone))] : []),
      ...(observed === null ? [] : [words.observed(shareText(language, observed))]),
      ...(totals.unknownSeconds < 60 ? [] : [words.unknown(unknown)]),
      words.checks,
      ...(totals.uncertaintySeconds === null || totals.uncertaintySeconds < 60
        ? []
        : [words.exact(hoursWords(language, totals.uncertaintySeconds))]),
    ],
    meaning(column) {
      const { days, validDays, ...others } = words.columns;
      if (column === "days") return days(timezone);
      return column === "validDays" ? validDays(String(validDayMinutes)) : others[column];
    },
  };
}
