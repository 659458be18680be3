import { spokenHours } from "../../core/duration.ts";
import { neededFor, type Progress } from "../../core/goal.ts";
import { counting } from "../../core/language.ts";
import { decimalText } from "../../core/numbers-as-text.ts";

/** "12.5 of 40 hours, 5 of 20 valid days" */
export function doneText({ hours, validDays, wanted }: Pick<Progress, "hours" | "validDays" | "wanted">): string {
  const parts = [
    wanted.hours === null ? "" : `${decimalText("en", hours)} of ${decimalText("en", wanted.hours)} hours`,
    wanted.validDays === null ? "" : `${validDays} of ${wanted.validDays} valid days`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** "needs 1 h 40 min on each of 6 more days", or the result if nothing is needed or no day remains. */
export function neededText({ left, reached }: Pick<Progress, "left" | "reached">, validDayMinutes: number): string {
  if (reached) return "reached";
  const needed = neededFor(left, validDayMinutes);
  if (left.days === 0 || needed === null) return "not reached";
  if (!needed.possible) return "can no longer be reached this month";
  const days = counting("en")(needed.days, "1 more day", `each of ${needed.days} more days`);
  return `needs ${spokenHours("en", needed.ms)} on ${days}`;
}
