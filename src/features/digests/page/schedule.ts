import { cityOf } from "../../../core/calendar.ts";
import { matchesEitherDay } from "../../../core/schedule.ts";
import { listed } from "../../../core/language.ts";
import { lasting } from "../../../ui/words/time.ts";
import { language, marked, plural, t } from "../../../ui/words/text.ts";

/** A schedule as people choose it: the days, and the time. */
export interface Times {
  /** "daily", "weekdays", "0" to "6" for a day of the week, "monthly"; "" for a custom schedule. */
  when: string;
  /** "HH:MM" */
  time: string;
}

const DAYS = [
  marked("Sunday"),
  marked("Monday"),
  marked("Tuesday"),
  marked("Wednesday"),
  marked("Thursday"),
  marked("Friday"),
  marked("Saturday"),
];

/** The choices in order. */
export const WHEN: [value: string, words: string][] = [
  ["daily", marked("every day")],
  ["weekdays", marked("Monday to Friday")],
  ["1", marked("every Monday")],
  ["2", marked("every Tuesday")],
  ["3", marked("every Wednesday")],
  ["4", marked("every Thursday")],
  ["5", marked("every Friday")],
  ["6", marked("every Saturday")],
  ["0", marked("every Sunday")],
  ["monthly", marked("on the 1st of the month")],
];

const two = (text: string): string => text.padStart(2, "0");

/** The choice that corresponds to a cron pattern. */
export function timesOf(cron: string): Times {
  const [minute = "", hour = "", date = "", month = "", day = ""] = cron.trim().split(/\s+/);
  const none: Times = { when: "", time: "" };
  if (!/^\d{1,2}$/.test(minute) || !/^\d{1,2}$/.test(hour) || month !== "*") return none;
  const time = `${two(hour)}:${two(minute)}`;
  if (date === "1" && day === "*") return { when: "monthly", time };
  if (date !== "*") return none;
  if (day === "*") return { when: "daily", time };
  if (day === "1-5") return { when: "weekdays", time };
  return /^[0-7]$/.test(day) ? { when: String(Number(day) % 7), time } : none;
}

const FIELDS: Record<string, string> = { daily: "* * *", weekdays: "* * 1-5", monthly: "1 * *" };

/** The cron pattern of a choice; null for a custom schedule, or without a time. */
export function cronOf({ when, time }: Times): string | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (hour === undefined || when === "") return null;
  return `${Number(minute)} ${Number(hour)} ${FIELDS[when] ?? `* * ${when}`}`;
}

const at = (days: string, time: string): string => t("{days} at {time}", { days, time });

/** A schedule as text: "every Monday at 09:00", "every Monday and Thursday at 09:00 and 17:00". */
export function scheduleWords(cron: string): string {
  const { when, time } = timesOf(cron);
  const words = WHEN.find(([value]) => value === when)?.[1];
  if (words !== undefined) return at(t(words), time);
  const [minute = "", hour = "", date, month, day = ""] = cron.trim().split(/\s+/);
  const days = day === "*" ? [] : numbersIn(day);
  if (matchesEitherDay(cron))
    return t("on days of the month or days of the week, whichever matches ({cron})", { cron: cron.trim() });
  const own = t("on a custom schedule ({cron})", { cron: cron.trim() });
  if (date !== "*" || month !== "*" || days === null) return own;
  const names = days.map((one) => t(DAYS[one % 7]!));
  const often = oftenWords(minute, hour);
  if (often !== null)
    return names.length === 0
      ? often
      : t("{schedule}, on {days}", { schedule: often, days: listed(language(), names) });
  const [minutes, hours] = [numbersIn(minute), numbersIn(hour)];
  if (minutes?.length !== 1 || hours === null) return own;
  const times = hours.map((one) => clock(one, minutes[0]!));
  const every = names.length === 0 ? t("every day") : t("every {days}", { days: listed(language(), names) });
  return at(every, listed(language(), times));
}

/** A schedule with the zone that its times are in: "every Monday at 09:00 (Berlin time)". */
export function zonedWords({ schedule, timezone }: { schedule: string; timezone: string }): string {
  const words = scheduleWords(schedule);
  const [minute = "", hour = ""] = schedule.trim().split(/\s+/);
  // "every 15 minutes" is the same everywhere.
  if (hour === "*" && oftenWords(minute, hour) !== null) return words;
  return `${words} (${t("{city} time", { city: cityOf(timezone) })})`;
}

/** "every 15 minutes from 09:00 to 17:59"; null for other schedules. */
function oftenWords(minute: string, hour: string): string | null {
  const [, step] = /^\*\/(\d{1,2})$/.exec(minute) ?? [];
  const hours = /^\d{1,2}-\d{1,2}$/.test(hour) ? numbersIn(hour) : null;
  if (step === undefined || (hour !== "*" && hours === null)) return null;
  const often = plural(Number(step), "every {n} minute", "every {n} minutes");
  if (hours === null) return often;
  return t("{schedule} from {from} to {to}", {
    schedule: often,
    from: clock(hours[0]!, 0),
    to: clock(hours.at(-1)!, 59),
  });
}

const clock = (hour: number, minute: number): string => `${two(String(hour))}:${two(String(minute))}`;

/** The numbers of a field such as "1,4" or "9-17", ascending; null for other syntax. */
function numbersIn(field: string): number[] | null {
  const found = new Set<number>();
  for (const part of field.split(",")) {
    const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? [];
    if (from === undefined) return null;
    for (let one = Number(from); one <= Number(to); one++) found.add(one);
  }
  return [...found].toSorted((a, b) => a - b);
}

/** The choices for the period of a digest. */
export const PERIODS: Record<string, string> = {
  "": marked("since the previous digest"),
  P1D: marked("the last day"),
  P7D: marked("the last 7 days"),
  P14D: marked("the last 14 days"),
  P1M: marked("the last month"),
  lastWeek: marked("last calendar week"),
  lastMonth: marked("last calendar month"),
  thisMonth: marked("this calendar month so far"),
};

/** Any period as text. */
export function periodWords(period: string | null): string {
  const known = PERIODS[period ?? ""];
  if (known !== undefined) return t(known);
  const [, days, hours, minutes] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(period!) ?? [];
  const total = Number(days ?? 0) * 1440 + Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return total === 0 ? t("custom") : t("the last {time}", { time: lasting(total * 60_000) });
}
