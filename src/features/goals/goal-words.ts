import { spokenHours } from "../../core/duration.ts";
import { commaed } from "../../core/language.ts";
import { neededFor, type GoalStanding, type Progress } from "../../core/goal.ts";
import { decimalText } from "../../core/numbers-as-text.ts";
import type { Say } from "../../core/sentence.ts";

/** "12.5 of 40 hours, 5 of 20 valid days" */
export function doneText(
  { hours, validDays, wanted }: Pick<Progress, "hours" | "validDays" | "wanted">,
  say: Say,
): string {
  const decimal = (value: number): string => decimalText(say.language, value);
  const parts = [
    wanted.hours === null
      ? ""
      : say.text("{done} of {wanted} hours", { done: decimal(hours), wanted: decimal(wanted.hours) }),
    wanted.validDays === null
      ? ""
      : say.text("{done} of {wanted} valid days", { done: String(validDays), wanted: String(wanted.validDays) }),
  ];
  return commaed(
    say.language,
    parts.filter((part) => part !== ""),
  );
}

/**
 * "needs 1 h 40 min on each of 6 more days", or the result if nothing is needed or no day remains. Says instead if the
 * goal is not judged.
 */
export function neededText(
  { left, state }: Pick<GoalStanding, "left" | "state">,
  validDayMinutes: number,
  say: Say,
): string {
  if (state === "reached") return say.text("reached");
  if (state === "not_started") return say.text("doesn’t count yet");
  if (state === "unknown") return say.text("can’t say: we watched less than three quarters of the month so far");
  const needed = neededFor(left, validDayMinutes);
  if (left.days === 0 || needed === null) return say.text("not reached");
  if (!needed.possible) return say.text("out of reach");
  const time = spokenHours(say.language, needed.ms);
  return say.plural(needed.days, "needs {time} on 1 more day", "needs {time} on each of {n} more days", { time });
}
