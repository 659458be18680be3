import type { AirtimeReport, AirtimeRow, BestPlace } from "../../sections/airtime-shape.ts";
import { displayedName } from "../../sections/distinguish.ts";
import { placesText } from "../history/tables.ts";
import type { Language } from "../../core/language.ts";
import { datedRange, dayStarts, momentLabel, monthOfYearLabel } from "../../core/calendar.ts";
import { isPeriodMonth } from "../../core/calendar-period.ts";
import type { ReadAirtime } from "./read-airtime.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { hoursWords } from "../../core/duration.ts";
import { airtimeWords } from "../../sections/airtime/words/words.ts";
import { isAtLeast, shareText, totalSeconds, uncertaintyText, wholeMinutes } from "../../sections/airtime/words.ts";
import { observedIn } from "../../core/knowledge.ts";

/** A count of viewers with all its digits: "11,866"; "–" if none was counted. */
export const viewersWords = (language: Language, count: number | null): string =>
  count === null ? "–" : grouped(language, count);

/** "+1 h 20 min" more than in the period before; a dash if that is not known. */
export const changeWords = (language: Language, seconds: number | null): string =>
  seconds === null ? "–" : `${seconds > 0 ? "+" : ""}${hoursWords(language, seconds)}`;

/** "99.2%" of a share; a dash if it is not known. */
export const coverageWords = (language: Language, share: number | null): string =>
  share === null ? "–" : shareText(language, share);

/** "± 4 min": how exact airtime is; a dash if it is not known. */
export const exactWords = (language: Language, seconds: number | null): string =>
  seconds === null ? "–" : `± ${uncertaintyText(language, seconds)}`;

/** Whether an uncertainty is known and worth showing. */
export const isInexact = (seconds: number | null): seconds is number => seconds !== null && seconds >= 30;

/** How far the sum of a report can be off: the sum of what its rows show. Null if it is not known of somebody. */
export const totalUncertainty = ({ rows, totals }: AirtimeReport): number | null =>
  totals.uncertaintySeconds === null
    ? null
    : rows.reduce(
        (sum, row) => sum + (isInexact(row.uncertaintySeconds) ? wholeMinutes(row.uncertaintySeconds) : 0),
        0,
      );

/** Where less of a period was watched, that nothing was seen says nothing. */
const LEAST_WATCHED = 0.01;

/** True if it is not known whether somebody was live at all. */
export const isUnwatched = ({ coverage, seconds }: Pick<AirtimeRow, "coverage" | "seconds">): boolean =>
  seconds === 0 && (coverage ?? 0) < LEAST_WATCHED;

/** "12 h 5 min"; a dash if it is not known. */
export const airtimeText = (language: Language, row: Pick<AirtimeRow, "coverage" | "seconds">): string =>
  isUnwatched(row) ? "–" : hoursWords(language, row.seconds);

/** True if none of a report's time was watched. */
export const isUnwatchedReport = ({ rows, totals: { seconds } }: AirtimeReport): boolean =>
  isUnwatched({ seconds, coverage: observedIn(rows) });

/** "12 h 5 min", "at least 12 h 5 min" or "not watched". */
export function totalText(language: Language, report: AirtimeReport): string {
  const words = airtimeWords[language];
  if (isUnwatchedReport(report)) return words.notWatched;
  const time = hoursWords(language, totalSeconds(report));
  return report.totals.seconds > 0 && isAtLeast(report.rows) ? words.atLeast(time) : time;
}

/** "March 2027", "1 – 15 Mar 2027", or two times where a period does not consist of whole days. */
export function periodText({ frame: { period, timezone }, scope }: ReadAirtime, language: Language): string {
  const { from, to } = period;
  if (isPeriodMonth(scope.period)) return monthOfYearLabel(language, from, timezone);
  const whole = [from, to].every((at) => dayStarts(at, at + 1, timezone)[0] === at);
  if (whole) return datedRange(language, from, to - 1, timezone);
  return [from, to].map((at) => momentLabel(language, at, timezone)).join(" – ");
}

/** A name from outside on one line, without invisible characters. */
export const nameWords = (name: string): string => displayedName(name) ?? "no name";

/** "#3 Daily; #7 Hourly", with titles safe to show; a dash for none. */
export const placesWords = (places: BestPlace[]): string =>
  placesText(places.map((one) => ({ ...one, title: nameWords(one.title) }))) || "–";
