import { historyOfTarget, type GatherDeps, type HistoryQuery, type StoredHistory } from "../../digest/gather.ts";
import type { HeldGoal } from "../../../sections/lives/goal.ts";
import { goalFrame, reportedGoal } from "./goal.ts";
import { airtimeRow, type AirtimeRow, type BestPlace, type ReportFrame } from "./row.ts";
import type { ViewerSample } from "./viewers.ts";

export interface AirtimeReportDeps extends GatherDeps {
  /** The samples of viewers of these targets within [from, to), epoch ms, by target id, oldest first. */
  viewers(ids: string[], from: number, to: number): Promise<Map<string, ViewerSample[]>>;
  /** The best places of the period by creator (user id): each ranking once, the best place first. */
  bestPlaces(userIds: string[], from: number, to: number): Promise<Map<string, BestPlace[]>>;
  /** The goals that may hold for these targets, by target, the newest first. */
  goals(ids: string[]): Promise<Map<string, HeldGoal[]>>;
}

/** What all rows come to together. */
interface AirtimeTotals {
  creators: number;
  seconds: number;
  validDays: number;
  streams: number;
  viewerSeconds: number;
  peakViewers: number | null;
  missedSlots: number;
}

export interface AirtimeReport {
  rows: AirtimeRow[];
  totals: AirtimeTotals;
}

/** Creators that are read together: their samples are long. */
const PAGE = 25;

const EVENTS = {
  "live.ended": ["startedAt", "unknown", "peakViewers"],
  "live.no_show": [],
  "target.unknown": ["since"],
  "target.known": ["since"],
};

/** The airtime of every live target of a watchlist, or of all (null), by airtime. */
export async function airtimeReport(
  watchlistId: string | null,
  frame: ReportFrame,
  deps: AirtimeReportDeps,
): Promise<AirtimeReport> {
  const { period } = frame;
  const months = goalFrame(frame);
  const query: HistoryQuery = {
    watchlistId,
    kind: "live",
    events: EVENTS,
    eventsFrom: Math.min(period.before.from, months.eventsFrom),
    series: [],
    grid: [],
  };
  const rows: AirtimeRow[] = [];
  for (let after: string | null = null, full = true; full;) {
    const stored: StoredHistory[] = await deps.pasts(query, after, PAGE);
    const page = stored.map((one) => historyOfTarget("live", one));
    const ids = page.map(({ target }) => target.id);
    const users = page.map(({ target }) => userIdOf(target.params));
    const [viewers, places, goals] = await Promise.all([
      deps.viewers(ids, period.from, Math.min(period.to, frame.now)),
      deps.bestPlaces(
        users.filter((user) => user !== null),
        period.from,
        period.to,
      ),
      deps.goals(ids),
    ]);
    page.forEach((history, index) => {
      const own = places.get(users[index] ?? "") ?? [];
      const { id } = history.target;
      const goal = reportedGoal(history, goals.get(id) ?? [], months);
      rows.push(airtimeRow(history, viewers.get(id) ?? [], own, goal, frame));
    });
    full = page.length === PAGE;
    after = ids.at(-1) ?? null;
  }
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
  };
}
