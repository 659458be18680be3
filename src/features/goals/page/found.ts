import { monthOf, type MonthlyGoal } from "../../../core/goal.ts";
import { groupNamed, inGroup, MAX_JUDGED, type Ordered, type MonthPorts } from "../months.ts";
import { countsOf, peopleOf, type Counts, type Group, type Person } from "../people.ts";
import type { PageContext } from "../../../ui/page.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";

/** A goal as stored. */
export type GoalRecord = MonthlyGoal & {
  id: string;
  createdAt: number;
  targetId: string | null;
  watchlistId: string | null;
  timezone: string | null;
  startsOn: string | null;
};

/** Creators on a page. */
export const A_PAGE = 50;

/** In this order groups stand on the page: whoever can still be helped first. */
export const ORDER: Group[] = ["behind", "pace", "reached", "out", "unsaid", "new"];

/** Who has the goal: those of this page, how many are in each group, and when they were counted; null for now. */
export interface Found {
  shown: Person[];
  removed: Person[];
  counts: Counts;
  /** How many there are of the chosen groups in all. */
  all: number;
  asOf: number | null;
}

/** Everybody with this goal. A long list is as it was last counted, but for those on the page. */
export async function foundOf(
  { ports, now, url }: PageContext<ReportPorts & MonthPorts>,
  { id, watchlistId }: GoalRecord & { watchlistId: string },
  zone: string,
  size: number,
): Promise<{ found: Found | null; page: number; group: Group | null }> {
  const group = groupNamed(url.searchParams.get("group"));
  const page = Math.max(1, Math.min(10_000, Number(url.searchParams.get("page") ?? 1) || 1));
  const ordered = <One>(all: One[], groupOf: (one: One) => Group | null): One[] =>
    ORDER.flatMap((wanted) => (group === null || group === wanted ? all.filter((one) => groupOf(one) === wanted) : []));
  const part = <One>(all: One[]): One[] => all.slice((page - 1) * A_PAGE, page * A_PAGE);
  const month = monthOf(now, zone);
  if (size <= MAX_JUDGED) {
    // One more than there are, so that those who were deleted follow.
    const asked = { watchlistId, zone, max: MAX_JUDGED + 1, removedAfter: month.from };
    const people = (await peopleOf(asked, now, ports.reports)).filter((one) => one.goal?.id === id);
    const there = people.filter((one) => one.removedAt === null);
    const all = ordered(there, (one) => one.group);
    const removed = people.filter((one) => one.removedAt !== null);
    return { found: { shown: part(all), removed, counts: countsOf(there), all: all.length, asOf: null }, page, group };
  }
  const stored = await ports.months.order(watchlistId);
  if (stored === null || stored.month.period !== month.name) return { found: null, page, group };
  const all = ordered(inGroup(stored.order, group), ([, of]: Ordered) => of);
  const ids = part(all).map(([one]) => one);
  const people =
    ids.length === 0 ? [] : await peopleOf({ watchlistId: null, ids, zone, max: ids.length }, now, ports.reports);
  const shown = ordered(
    people.filter((one) => one.goal?.id === id),
    (one) => one.group,
  );
  const { counts, at } = stored.month;
  return { found: { shown, removed: [], counts, all: all.length, asOf: at }, page, group };
}
