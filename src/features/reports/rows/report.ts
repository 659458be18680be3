import type {
  AirtimeReport,
  AirtimeRow,
  AirtimeTotals,
  BestPlace,
  ReportedGoal,
} from "../../../sections/airtime-shape.ts";
import { calendarPeriod } from "../../../core/calendar-period.ts";
import { monthAround, monthName } from "../../../core/calendar.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { monthOf, type Month } from "../../../core/goal.ts";
import type { Horizon } from "../../../core/knowledge.ts";
import { monthAt, windowOf } from "../../../core/month-row.ts";
import type { Past } from "../../../sections/section.ts";
import { refuseTooMany, type RoomDeps } from "../room.ts";
import { historyOfTarget } from "../../digests/edition/read-history.ts";
import { applying, goalStanding, type HeldGoal } from "../../../sections/lives/measure.ts";
import type { GoalOwner, MonthQuery, PageOfPasts, PastMonthsDeps } from "../past-months.ts";
import { airtimeRow, type ReportFrame } from "./row.ts";

export interface AirtimeReportDeps extends PastMonthsDeps, RoomDeps {
  horizon(): Promise<Horizon>;
  /**
   * The best places that were seen in the period by creator (user id): one per ranking, the best first. Only of rankings
   * on the list `watchlistId`, if given.
   */
  bestPlaces(userIds: string[], from: number, to: number, watchlistId?: string): Promise<Map<string, BestPlace[]>>;
  /** The goals that may apply to these targets, by target, newest first. */
  goals(owners: GoalOwner[]): Promise<Map<string, HeldGoal[]>>;
}

export interface ReportPorts {
  reports: AirtimeReportDeps;
}

/** Creators per page: at most a thousand rows are read for each page. */
const PAGE = 75;

/** A page's creators and their goals. */
const STATEMENTS = 2;

const EVENTS = {
  "live.ended": ["startedAt", "startedAfter", "seenUntil", "peakViewers"],
  "live.no_show": [],
};

/** The calendar month in which a report's period ends, for goals. */
interface GoalFrame {
  /** Null for a period in the future. */
  month: ((timezone: string) => Month) | null;
  /** The instant as of which a month is evaluated, epoch ms. */
  at: (month: Month) => number;
  /** Events are needed from here on, epoch ms. */
  eventsFrom: number;
  /** The month in all zones, epoch ms. */
  span: { from: number; to: number };
}

/** The goal frame of a report. For a goal in another zone, the month of the same name applies. */
function goalFrame({ period, timezone, now }: ReportFrame): GoalFrame {
  const last = Math.min(period.to, now) - 1;
  const { from, to } = monthAround(last, timezone);
  const name = monthName(last, timezone);
  const months = new Map<string, Month>();
  const month = (zone: string): Month => {
    const known = months.get(zone) ?? monthOf(calendarPeriod(name, zone, now)!.from, zone);
    months.set(zone, known);
    return known;
  };
  return {
    month: now <= period.from ? null : month,
    at: (one) => Math.min(now, period.to >= to ? one.to : period.to),
    // Zones differ by at most a day.
    eventsFrom: from - DAY_MS,
    // The middle is in the same month everywhere.
    span: windowOf(monthAt((from + to) / 2)),
  };
}

/** The newest applicable goal, with its progress; null for none. */
function reportedGoal(history: Past, goals: HeldGoal[], { month, at }: GoalFrame): ReportedGoal | null {
  const [goal] = applying(goals);
  if (goal === undefined || month === null) return null;
  const its = month(goal.zone);
  const { id: goalId, validDayMinutes, zone: timezone } = goal;
  return { goalId, validDayMinutes, timezone, ...goalStanding(history, goal, its, at(its)) };
}

/**
 * The airtime of all live targets of a watchlist (null: of all watchlists), longest first, with those that were deleted
 * since the period began. Throws TooManyStatements for more than the plan can read.
 */
export async function airtimeReport(
  watchlistId: string | null,
  frame: ReportFrame,
  deps: AirtimeReportDeps,
): Promise<AirtimeReport> {
  const { period } = frame;
  const months = goalFrame(frame);
  const eventsFrom = Math.min(period.before.from, months.eventsFrom);
  const query: MonthQuery = {
    watchlistId,
    events: EVENTS,
    eventsFrom,
    spans: [{ from: eventsFrom, to: period.to }, ...(months.month === null ? [] : [months.span])],
    viewers: { from: period.from, to: Math.min(period.to, frame.now) },
    removedAfter: period.from,
    horizon: { ...(await deps.horizon()), now: frame.now },
  };
  await refuseTooMany({ kind: "live", watchlistId, size: PAGE, statements: STATEMENTS }, deps);
  const rows: AirtimeRow[] = [];
  const users = new Map<string, string>();
  for (let after: string | null = null, more = true; more;) {
    const { items, next }: PageOfPasts = await deps.pastMonths(query, after, PAGE);
    const goals = items.length === 0 ? new Map<string, never>() : await deps.goals(items.map(({ owner }) => owner));
    for (const { viewers, removedAt, ...stored } of items) {
      const history = historyOfTarget("live", stored);
      const { id, params } = history.target;
      const user = userIdOf(params);
      if (user !== null) users.set(id, user);
      const goal = reportedGoal(history, goals.get(id) ?? [], months);
      rows.push(airtimeRow({ history, viewers, removedAt, goal }, frame));
    }
    more = next !== null;
    after = next;
  }
  const places = await deps.bestPlaces([...new Set(users.values())], period.from, period.to);
  for (const row of rows) row.bestPlaces = places.get(users.get(row.targetId) ?? "") ?? [];
  rows.sort(
    (a, b) => b.seconds - a.seconds || a.name.localeCompare(b.name, "en") || (a.targetId < b.targetId ? -1 : 1),
  );
  return { rows, totals: totalsOf(rows) };
}

const userIdOf = ({ userId }: Record<string, unknown>): string | null => (typeof userId === "string" ? userId : null);

function totalsOf(rows: AirtimeRow[]): AirtimeTotals {
  const sum = (of: (row: AirtimeRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const peaks = rows.flatMap(({ peakViewers }) => peakViewers ?? []);
  return {
    creators: rows.length,
    seconds: sum((row) => row.seconds),
    validDays: sum((row) => row.validDays),
    streams: sum((row) => row.streams),
    viewerSeconds: sum((row) => row.viewerSeconds),
    peakViewers: peaks.length === 0 ? null : Math.max(...peaks),
    missedSlots: sum((row) => row.missedSlots),
    unknownSeconds: sum((row) => row.unknownSeconds ?? 0),
    uncertaintySeconds: rows.some((row) => row.uncertaintySeconds === null)
      ? null
      : sum((row) => row.uncertaintySeconds ?? 0),
  };
}
