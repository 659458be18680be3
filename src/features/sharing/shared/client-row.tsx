import { dateLabel } from "../../../core/calendar.ts";
import { isWellWatched, type Month } from "../../../core/goal.ts";
import type { Lived } from "../../../sections/lives/measure.ts";
import { shareText } from "../../../sections/airtime/words.ts";
import { GROUP_WORDS, seenText } from "../../goals/page/words.ts";
import type { Person } from "../../goals/people.ts";
import { GoalBars } from "../../goals/page/bars.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { displayedName, handleOrNone } from "../../../ui/words/name.ts";
import { language, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { Listed } from "./client.ts";

/** The first day of which at least half was watched, as its place in the month; null for none. */
export const firstWatched = (days: { watched: number }[]): number | null => {
  const place = days.findIndex(({ watched }) => watched >= 0.5);
  return place === -1 ? null : place;
};

/** When somebody was live last: today, yesterday, or a date. */
function lastWords({ days, lastAt }: Lived, zone: string): string {
  const live = days.findLastIndex(({ ms }) => ms > 0);
  if (live === days.length - 1) return t("last live today");
  if (live === days.length - 2) return t("last live yesterday");
  return t("last live {date}", { date: dateLabel(language(), lastAt!, zone) });
}

/** What is known of somebody right now, and when they were live last; null for nothing worth a word. */
function Presence({ one, month, zone }: { one: Listed; month: Person | undefined; zone: string }) {
  const { presence, unknownSince } = one;
  if (presence === "live") return <span class="red">{t("live now")}</span>;
  if (presence === "unknown" && unknownSince !== null)
    return <T of="unknown since {time}" time={<Time at={unknownSince} />} />;
  if (presence === "unchecked") return <>{t("not checked yet")}</>;
  if (presence === "paused") return <>{t("not watched at the moment")}</>;
  const lived = month?.lived;
  if (lived === undefined) return <></>;
  if (lived.lastAt !== null) return <>{lastWords(lived, zone)}</>;
  return <>{(month?.standing.coverage ?? 0) === 0 ? "" : t("not seen live this month")}</>;
}

/** How well somebody was watched, if not all month; "" otherwise. */
function coverageWords(month: Person, { days: starts }: Month, zone: string): string {
  if (isWellWatched(month.standing) || month.lived === undefined) return "";
  const first = firstWatched(month.lived.days);
  if (first === null) return "";
  if (first > 0) return t("watched since {date}", { date: dateLabel(language(), starts[first]!, zone) });
  return t("{share} watched", { share: shareText(language(), month.standing.coverage ?? 0) });
}

/** Without a goal, a bar compares hours with the most that anybody has. */
const HoursBar = ({ month: { standing }, most }: { month: Person; most: number }) => (
  <span class="gbs">
    <span class="gb">
      <span class="gbt">
        <b>{seenText(standing)}</b>
      </span>
      <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
        <rect class="b0" x="0" y="4" width="100" height="6" />
        <rect class="v" x="0" y="4" width={Math.round((standing.hours / Math.max(most, 1)) * 1000) / 10} height="6" />
      </svg>
    </span>
  </span>
);

/** What somebody has done of the month: against the goal, or compared with others; "not known" if nothing is. */
function Done({ month, days, most }: { month: Person; days: number; most: number }) {
  if ((month.standing.coverage ?? 0) === 0) return <span class="unknown end">{t("not known")}</span>;
  if (month.goal === null || month.group === "new") return <HoursBar month={month} most={most} />;
  return <GoalBars one={month} days={days} />;
}

/** Where somebody stands, and how well they were watched; "" for nothing worth a word. */
function monthWordsOf(month: Person, calendar: Month, zone: string, allNew: boolean): string {
  const { group, goal, standing } = month;
  const known = (standing.coverage ?? 0) > 0;
  const watched = coverageWords(month, calendar, zone);
  return [
    ...(group === null || (group === "new" && allNew) ? [] : [t(GROUP_WORDS[group])]),
    ...(goal === null && known ? [plural(standing.validDays, "{n} valid day", "{n} valid days")] : []),
    ...(watched === "" ? [] : [watched]),
  ].join(" · ");
}

interface RowProps {
  one: Listed;
  month: Person | undefined;
  calendar: Month;
  zone: string;
  /** The most hours that anybody has. */
  most: number;
  /** True if nobody's goal counts yet, which is said once. */
  allNew: boolean;
}

export function Row({ one, month, calendar, zone, most, allNew }: RowProps) {
  const more = month === undefined ? "" : monthWordsOf(month, calendar, zone, allNew);
  const hasPresence = one.presence !== "offline" || month !== undefined;
  return (
    <li class={`person ${one.presence}`}>
      <Avatar name={displayedName(one.name, one.handle ?? "?")} of={one.id} live={one.presence === "live"} />
      <span class="whom">
        <b class="cut">
          <Name of={one.name} otherwise={handleOrNone(one.handle)} />
        </b>
        <small>
          {hasPresence ? <Presence one={one} month={month} zone={zone} /> : null}
          {more === "" ? "" : ` · ${more}`}
        </small>
      </span>
      {month === undefined ? null : <Done month={month} days={calendar.days.length} most={most} />}
    </li>
  );
}
