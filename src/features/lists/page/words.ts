import type { Counts, Group } from "../people.ts";
import { language, marked, plural, t } from "../../../ui/words/text.ts";
import { spokenHours } from "../../../core/duration.ts";
import type { Person } from "../people.ts";

/** The page of lists, with the pages of each list below it. */
export const LISTS = "/lists";

/** What the groups are called, in the order of the bar. */
export const GROUP_WORDS: Record<Group, string> = {
  behind: marked("need help"),
  out: marked("out of reach"),
  pace: marked("on pace"),
  reached: marked("reached"),
  new: marked("not judged"),
  unsaid: marked("can’t say"),
};

/** How many are live, and whether that is all that is known. */
export interface LiveWords {
  live: number;
  /** Creators who may be live too. */
  unknown: number;
  /** True if more are live than were counted. */
  more: boolean;
  /** True if nobody can tell who is live. */
  blind: boolean;
  /** All creators. */
  creators: number;
}

/** The first half of a headline. It says "no one" only if everyone is known. */
export function liveWords({ live, unknown, more, blind, creators }: LiveWords): string {
  if (creators === 0) return t("No creators yet");
  if (blind || (unknown * 2 > creators && live === 0)) return t("We don’t know who is live");
  if (live === 0) return t(unknown > 0 ? "No one known to be live" : "No one is live");
  const n = { n: String(live) };
  return unknown > 0 || more ? t("At least {n} live", n) : t("{n} live", n);
}

/** "5 live, 7 need help this month" */
export function headline(live: LiveWords, counts: Counts | null): string {
  const first = liveWords(live);
  const needy = counts?.behind ?? 0;
  if (counts === null || live.creators === 0) return first;
  if (needy > 0)
    return plural(needy, "{live}, {n} needs help this month", "{live}, {n} need help this month", { live: first });
  const judged = counts.pace + counts.reached + counts.out;
  return judged > 0 ? t("{live}, no one needs help", { live: first }) : first;
}

/** "1,289 h", whole hours from ten on. */
export const hoursText = (hours: number): string =>
  hours < 10 ? spokenHours(language(), hours * 3_600_000) : t("{n} h", { n: Math.floor(hours) });

/** "2 h 40 min on each of 6 more days", or what is still possible. */
export function needWords({ needed, group, standing }: Person): string {
  if (group === "reached") return t("reached");
  if (needed === null || needed.days === 0) return "";
  if (!needed.possible) return t("can no longer be reached this month");
  // Rounded up to five minutes, so that it is enough.
  const time = spokenHours(language(), Math.ceil(needed.ms / 300_000) * 300_000);
  if (standing.left.days === 1) return t("{time} today", { time });
  return plural(needed.days, "{time} on 1 more day", "{time} on each of {n} more days", { time });
}
