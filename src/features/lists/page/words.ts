import type { Totals } from "../../goals/people.ts";
import { hoursText } from "../../goals/page/words.ts";
import { dateLabel } from "../../../core/calendar.ts";
import { language, plural, t } from "../../../ui/words/text.ts";

/** The page of lists, with the pages of each list below it. */
export const LISTS = "/lists";

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

/** True if nothing can be said of who is live. */
const isUnclear = ({ live, unknown, blind, creators }: LiveWords): boolean =>
  blind || (unknown * 2 > creators && live === 0);

/** The first half of a headline. It says "no one" only if everyone is known. */
export function liveWords(of: LiveWords): string {
  const { live, unknown, more, creators } = of;
  if (creators === 0) return t("No creators yet");
  if (isUnclear(of)) return t("We don’t know who is live");
  if (live === 0) return t(unknown > 0 ? "No one known to be live" : "No one is live");
  const n = { n: String(live) };
  return unknown > 0 || more ? t("At least {n} live", n) : t("{n} live", n);
}

/** "5 live, 7 need help, 2 out of reach"; "5 live, 353 h this month" where there is no goal to be behind. */
export function headline(live: LiveWords, totals: Totals | null): string {
  const first = liveWords(live);
  if (totals === null || live.creators === 0) return first;
  const { counts, known, hours, atLeast } = totals;
  const { behind: needy, out } = counts;
  if (needy > 0 && out > 0)
    return plural(needy, "{live}, {n} needs help, {out} out of reach", "{live}, {n} need help, {out} out of reach", {
      live: first,
      out: String(out),
    });
  if (needy > 0)
    return plural(needy, "{live}, {n} needs help this month", "{live}, {n} need help this month", { live: first });
  if (out > 0) return t("{live}, {n} out of reach this month", { live: first, n: String(out) });
  if (counts.pace + counts.reached > 0) return t("{live}, no one needs help", { live: first });
  if (!known || hours === 0 || isUnclear(live)) return first;
  const seen = hoursText(hours);
  return t("{live}, {hours} this month", { live: first, hours: atLeast ? t("at least {n}", { n: seen }) : seen });
}

/** When a client link was last opened. That is noted once a day, so a time of day would say too much. */
export const openedWords = (at: number | null, zone: string): string =>
  at === null ? t("not opened yet") : t("last opened on {day}", { day: dateLabel(language(), at, zone) });
