import type { AirtimeRow } from "../../sections/airtime-shape.ts";
import { dayStarts } from "../../core/calendar.ts";
import type { ViewerSample } from "../../core/month-row.ts";
import type { Horizon } from "../../core/knowledge.ts";
import { coverageOf, inside, lengthOf, merged, sessionsOf, unknownIn } from "../../sections/lives/spans.ts";
import type { Past } from "../../sections/section.ts";
import { historyOfTarget } from "../digests/edition/read-history.ts";
import { airtimeRow, type ReportFrame } from "../reports/rows/row.ts";
import { viewershipOf } from "../reports/rows/viewers.ts";
import type { MonthQuery, PastMonthsDeps } from "../reports/past-months.ts";

/** The creators that can be compared, and those of which the ones that were live most are found. */
export const MAX_CREATORS = 10;
export const MAX_CANDIDATES = 20;

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
  const { period, now } = frame;
  const wanted = [...new Set(ids)].slice(0, MAX_CANDIDATES);
  if (wanted.length === 0) return [];
  const query: MonthQuery = {
    watchlistId: null,
    ids: wanted,
    events: EVENTS,
    eventsFrom: period.before.from,
    spans: [{ from: period.before.from, to: period.to }],
    viewers: { from: period.from, to: Math.min(period.to, now) },
    horizon: { ...(await deps.horizon()), now },
  };
  const { items: found } = await deps.pastMonths(query, null, wanted.length);
  return found
    .map(({ viewers, removedAt, ...stored }) => {
      const history = historyOfTarget("live", stored);
      const row = airtimeRow({ history, viewers, removedAt, goal: null }, frame);
      return { row, days: daysOf(history, viewers, frame) };
    })
    .toSorted((a, b) => wanted.indexOf(a.row.targetId) - wanted.indexOf(b.row.targetId));
}

/** Those that were live most, of candidates in their order; the first ones if nobody was. */
export const liveMost = (candidates: ComparedCreator[], count: number): ComparedCreator[] =>
  candidates.toSorted((a, b) => b.row.seconds - a.row.seconds).slice(0, count);

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
