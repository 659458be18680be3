import type { AirtimeRow } from "../../sections/airtime-shape.ts";
import { dayStarts } from "../../core/calendar.ts";
import type { ViewerSample } from "../../core/month-row.ts";
import type { Horizon } from "../../core/knowledge.ts";
import { coverageOf, inside, lengthOf, merged, sessionsOf, unknownIn } from "../../sections/lives/spans.ts";
import type { Past } from "../../sections/section.ts";
import { historyOfTarget } from "../digests/edition/read-history.ts";
import { airtimeRow, type ReportFrame } from "../reports/rows/row.ts";
import { isUnwatched } from "../reports/airtime-words.ts";
import { viewershipOf } from "../reports/rows/viewers.ts";
import type { MonthQuery, PastMonthsDeps } from "../reports/past-months.ts";

/** The creators that can be compared, and those of which the ones that were live most are found: six rows each. */
export const MAX_CREATORS = 10;
export const MAX_CANDIDATES = 90;

/** A local day of a creator. Unknown is null, which is not zero. */
export interface ComparedDay {
  /** Its start, epoch ms. */
  at: number;
  /** Airtime that was observed; null if there is none and not all of the day is known. */
  seconds: number | null;
  /** Null without airtime, or without a poll that counted viewers. */
  averageViewers: number | null;
  peakViewers: number | null;
  /** The known share of the day; null for a day before the creator was added. */
  coverage: number | null;
}

/** A creator and their days, oldest first. The row is that of the airtime report, without goal and places. */
export interface ComparedCreator {
  row: AirtimeRow;
  days: ComparedDay[];
}

const EVENTS = {
  "live.ended": ["startedAt", "startedAfter", "seenUntil", "peakViewers"],
  "live.no_show": [],
};

/**
 * The airtime and viewers of creators by day. Past months are read as in reports. Ids that name no live target are
 * left out. Reads a few rows for each creator and month.
 */
export async function compareCreators(
  ids: string[],
  frame: ReportFrame,
  deps: PastMonthsDeps & { horizon(): Promise<Horizon> },
): Promise<ComparedCreator[]> {
  const wanted = [...new Set(ids)].slice(0, MAX_CREATORS);
  if (wanted.length === 0) return [];
  const query = { ...(await queryOf(frame, deps)), ids: wanted };
  const { items: found } = await deps.pastMonths(query, null, wanted.length);
  return found
    .map(({ viewers, removedAt, ...stored }) => {
      const history = historyOfTarget("live", stored);
      const row = airtimeRow({ history, viewers, removedAt, goal: null }, frame);
      return { row, days: daysOf(history, viewers, frame) };
    })
    .toSorted((a, b) => wanted.indexOf(a.row.targetId) - wanted.indexOf(b.row.targetId));
}

async function queryOf({ period, now }: ReportFrame, deps: { horizon(): Promise<Horizon> }): Promise<MonthQuery> {
  return {
    watchlistId: null,
    events: EVENTS,
    eventsFrom: period.before.from,
    spans: [{ from: period.before.from, to: period.to }],
    viewers: { from: period.from, to: Math.min(period.to, now) },
    horizon: { ...(await deps.horizon()), now },
  };
}

/**
 * The ids of those who were live most among these, or among those of a list (null: among all), of whom at most
 * `MAX_CANDIDATES` are read; the first ones if nobody was. Those who were not watched are left out if others were.
 */
export async function liveMost(
  among: Pick<MonthQuery, "ids" | "watchlistId">,
  count: number,
  frame: ReportFrame,
  deps: PastMonthsDeps & { horizon(): Promise<Horizon> },
): Promise<string[]> {
  const query = { ...(await queryOf(frame, deps)), ...among, viewers: null };
  const { items } = await deps.pastMonths(query, null, MAX_CANDIDATES);
  const rows = items.map(({ viewers, removedAt, ...stored }) =>
    airtimeRow({ history: historyOfTarget("live", stored), viewers, removedAt, goal: null }, frame),
  );
  const known = rows.filter((row) => !isUnwatched(row));
  return (known.length === 0 ? rows : known)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ targetId }) => targetId);
}

function daysOf(history: Past, samples: ViewerSample[], { period, timezone, now }: ReportFrame): ComparedDay[] {
  const until = Math.min(period.to, now);
  const onAir = merged(
    sessionsOf(history)
      .flat()
      .toSorted(([a], [b]) => a - b),
  );
  const starts = dayStarts(period.from, until, timezone);
  return starts.map((start, index) => {
    const end = Math.min(starts[index + 1] ?? period.to, until);
    // A period may begin within a day.
    const from = Math.max(start, period.from);
    const live = inside(onAir, from, end);
    const coverage = coverageOf(history, from, end);
    const seconds = Math.round(lengthOf(live) / 1000);
    const whole = coverage !== null && unknownIn(history, from, end) === 0;
    const { average, peak } = viewershipOf(
      live,
      samples.filter(([at]) => at >= from && at <= end),
    );
    return {
      at: start,
      seconds: seconds > 0 || whole ? seconds : null,
      averageViewers: average,
      peakViewers: peak,
      coverage,
    };
  });
}
