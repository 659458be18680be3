import { calendarPeriod } from "../../../core/calendar-period.ts";
import { isTimezone, monthName } from "../../../core/calendar.ts";
import { target } from "../../creators/resource/target.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import type { AirtimeScope } from "../read-airtime.ts";
import type { PageContext } from "../../../ui/page.ts";

/** Lists that the page offers to choose from. */
const MAX_LISTS = 200;

/** Creators that one report on the page covers: only to count them reads five rows each. */
export const MAX_CREATORS = 150;

interface NamedList {
  id: string;
  name: string;
  timezone: string | null;
}

/** What a report page shows, and what it could show instead. */
export interface Choice {
  scope: AirtimeScope & { zone: string | null };
  lists: NamedList[];
  /** The current month in the report's zone, such as "2027-03". */
  thisMonth: string;
  /** True if the scope has more creators than a report on the page covers. */
  tooMany: boolean;
}

/**
 * Days count in the zone that the address names, else of the list, else of the team, else in UTC, as in every other form
 * of the report. A wrong month, period or zone in the address is ignored.
 */
export async function choiceIn({ url, ports, now, session }: PageContext<"keep">): Promise<Choice> {
  const { items } = await ports.keep.list(watchlist, {}, { limit: MAX_LISTS, after: null });
  const lists = items as unknown as NamedList[];
  const requested = lists.find(({ id }) => id === url.searchParams.get("list"));
  // A limited session always sees one of its own lists.
  const list = requested ?? (session.actor.watchlistIds === null ? null : (lists[0] ?? null));
  const named = url.searchParams.get("zone") ?? "";
  const own = isTimezone(named) ? named : null;
  const timezone = own ?? list?.timezone ?? session.timezone ?? "UTC";
  const thisMonth = monthName(now, timezone);
  const provided = url.searchParams.get("month") ?? url.searchParams.get("period") ?? "";
  const period = calendarPeriod(provided, timezone, now) === null ? thisMonth : provided;
  const within = { kind: "live", ...(list === null ? {} : { watchlistId: list.id }) };
  const { next } = await ports.keep.list(target, within, { limit: MAX_CREATORS, after: null });
  const scope = { period, timezone, validDayMinutes: 60, list, zone: own };
  return { scope, lists, thisMonth, tooMany: next !== null };
}
