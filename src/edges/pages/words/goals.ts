import { dayIn } from "../../../core/instant.ts";
import { localeOf, once } from "../../../core/language.ts";
import { spokenHours } from "../../../core/duration.ts";
import { neededFor, type MonthlyGoal, type Progress } from "../../../core/goal.ts";
import { decimalText } from "../../../core/numbers-as-text.ts";
import { language, plural, t } from "./text.ts";

/** "12.5 of 40 hours, 5 of 20 valid days" */
export function doneWords({ hours, validDays, wanted }: Pick<Progress, "hours" | "validDays" | "wanted">): string {
  const decimal = (value: number): string => decimalText(language(), value);
  const parts = [
    wanted.hours === null ? "" : t("{done} of {wanted} hours", { done: decimal(hours), wanted: decimal(wanted.hours) }),
    wanted.validDays === null
      ? ""
      : t("{done} of {wanted} valid days", { done: String(validDays), wanted: String(wanted.validDays) }),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** "needs 1 h 40 min on each of 6 more days", or the result if nothing is needed or no day remains. */
export function neededWords({ left, reached }: Pick<Progress, "left" | "reached">, validDayMinutes: number): string {
  if (reached) return t("reached");
  const needed = neededFor(left, validDayMinutes);
  if (left.days === 0 || needed === null) return t("not reached");
  if (!needed.possible) return t("can no longer be reached this month");
  const time = spokenHours(language(), needed.ms);
  return plural(needed.days, "needs {time} on 1 more day", "needs {time} on each of {n} more days", { time });
}

/** "March 2027" for the period "2027-03". */
export function monthWords(period: string): string {
  const [year, month] = period.split("-").map(Number) as [number, number];
  const locale = localeOf(language());
  const format = once(
    `month ${locale}`,
    () => new Intl.DateTimeFormat(locale, { timeZone: "UTC", year: "numeric", month: "long" }),
  );
  return format.format(dayIn(year, month, 15));
}

/** "40 hours, 20 valid days of 60 min" */
export function wantedWords({ hours, validDays, validDayMinutes }: MonthlyGoal): string {
  const parts = [
    hours === null ? "" : plural(hours, "{hours} hour", "{hours} hours", { hours: decimalText(language(), hours) }),
    validDays === null
      ? ""
      : plural(validDays, "{n} valid day of {minutes} min", "{n} valid days of {minutes} min", {
          minutes: validDayMinutes,
        }),
  ];
  return parts.filter((part) => part !== "").join(", ");
}
