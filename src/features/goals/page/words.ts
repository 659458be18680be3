import { monthOfYearLabel } from "../../../core/calendar.ts";
import { dayIn } from "../../../core/instant.ts";
import { isWellWatched, verdictOf, type GoalStanding, type MonthlyGoal, type Verdict } from "../../../core/goal.ts";
import { commaed } from "../../../core/language.ts";
import { decimalText } from "../../../core/numbers-as-text.ts";
import { doneText, neededText } from "../goal-words.ts";
import { spokenHours } from "../../../core/duration.ts";
import { GROUPS, type Counts, type Group, type Person } from "../people.ts";
import { inPage, language, marked, plural, t } from "../../../ui/words/text.ts";

/** "12.5 of 40 hours, 5 of 20 valid days" */
export const doneWords = (of: Parameters<typeof doneText>[0]): string => doneText(of, inPage);

/** "needs 1 h 40 min on each of 6 more days" */
export const neededWords = (of: Parameters<typeof neededText>[0], validDayMinutes: number): string =>
  neededText(of, validDayMinutes, inPage);

/** "March 2027" for the period "2027-03". */
export function monthWords(period: string): string {
  const [year, month] = period.split("-").map(Number) as [number, number];
  return monthOfYearLabel(language(), dayIn(year, month, 15), "UTC");
}

const VERDICT_WORDS: Record<Verdict, string> = {
  reached: marked("reached"),
  open: marked("on pace"),
  behind: marked("behind"),
  out: marked("out of reach"),
  missed: marked("not reached"),
  not_started: marked("doesn’t count yet"),
  unknown: marked("can’t say"),
};

/** A goal in short lines: "12.5 of 40 h", "5 of 20 days" and how it stands. */
export function goalLines(goal: GoalStanding & Pick<MonthlyGoal, "validDayMinutes">): string[] {
  const { hours, validDays, wanted, validDayMinutes } = goal;
  const decimal = (value: number): string => decimalText(language(), value);
  return [
    ...(wanted.hours === null
      ? []
      : [t("{done} of {wanted} h", { done: decimal(hours), wanted: decimal(wanted.hours) })]),
    ...(wanted.validDays === null
      ? []
      : [plural(wanted.validDays, "{done} of {n} day", "{done} of {n} days", { done: validDays })]),
    t(VERDICT_WORDS[verdictOf(goal, validDayMinutes)]),
  ];
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
  return commaed(
    language(),
    parts.filter((part) => part !== ""),
  );
}

/** What the groups are called, in the order of the bar. */
export const GROUP_WORDS: Record<Group, string> = {
  behind: marked("behind"),
  out: marked("out of reach"),
  pace: marked("on pace"),
  reached: marked("reached"),
  new: marked("counted later"),
  unsaid: marked("can’t say"),
};

/** "3 behind, 1 on pace, 3 reached" */
export const countsWords = (counts: Counts): string =>
  commaed(
    language(),
    GROUPS.flatMap((group) => (counts[group] === 0 ? [] : [`${counts[group]} ${t(GROUP_WORDS[group])}`])),
  );

/** "1,289 h", whole hours from ten on. */
export const hoursText = (hours: number): string =>
  hours < 10 ? spokenHours(language(), hours * 3_600_000) : t("{n} h", { n: Math.floor(hours) });

/** "12 h"; "12 h+" if more may have happened than was seen, and "–" if none of it was. */
export function seenText(standing: GoalStanding): string {
  if (isWellWatched(standing)) return hoursText(standing.hours);
  return standing.hours === 0 ? "–" : `${hoursText(standing.hours)}+`;
}

/** "2 h 40 min on each of 6 more days", or what is still possible. */
export function needWords({ needed, group, standing }: Person): string {
  if (group === "reached") return t("reached");
  if (needed === null || needed.days === 0) return "";
  if (!needed.possible) return t("out of reach");
  // Rounded up to five minutes, so that it is enough.
  const time = spokenHours(language(), Math.ceil(needed.ms / 300_000) * 300_000);
  if (standing.left.days === 1) return t("{time} today", { time });
  return plural(needed.days, "{time} on 1 more day", "{time} on each of {n} more days", { time });
}
