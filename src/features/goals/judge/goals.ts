import type { Commit, Committed } from "../../../engine/commit.ts";
import { DAY_MS } from "../../../core/duration.ts";
import type { Event } from "../../../core/event.ts";
import { GOAL_EVENTS } from "../../../sections/lives/measure.ts";
import type { Horizon } from "../../../core/knowledge.ts";
import { historyOfTarget, type HistoryDeps } from "../../digests/edition/read-history.ts";
import type { PastMonthsDeps } from "../../reports/past-months.ts";
import { commitEvents } from "../../../engine/route/announce.ts";
import type { RouteDeps } from "../../../engine/route/route.ts";
import { calendarOf, goalEvents, lastMorning, type GoalTarget } from "./judge.ts";

/** A goal and the progress of its morning evaluation. */
export interface GoalTurn {
  id: string;
  targetId: string | null;
  watchlistId: string | null;
  zone: string;
  /** The tick of the last morning that was evaluated for all of its creators. */
  judgedAt: number;
  /** The position of the last evaluated creator in an unfinished morning; otherwise null. */
  judgedTo: string | null;
}

export interface GoalDeps extends HistoryDeps, PastMonthsDeps, RouteDeps {
  horizon(): Promise<Horizon>;
  /** How long events are stored, milliseconds. */
  retentionMs: number;
  /** The creators with a goal whose stream ended since an instant, epoch ms. */
  endedSince(since: number): Promise<string[]>;
  turns(): Promise<GoalTurn[]>;
  /** The live targets of a watchlist after a position, with their positions. */
  creatorsOf(watchlistId: string, after: string | null, max: number): Promise<{ id: string; place: string }[]>;
  /** Those of these targets that have a goal, or whose watchlist has one. */
  withGoals(ids: string[]): Promise<GoalTarget[]>;
  moveTurns(turns: Pick<GoalTurn, "id" | "judgedAt" | "judgedTo">[]): Promise<void>;
  commit(commit: Commit): Promise<Committed>;
  newId(): string;
  /** D1 statements that this invocation has left. */
  statementsLeft(): number;
}

/** With fewer statements left, evaluation waits for the next tick. */
const LEAST_STATEMENTS = 20;

/** How often mornings are checked. In every zone a morning starts at such an instant. */
const MORNINGS_MS = 900_000;

/** The maximum number of creators per tick. Others follow a quarter of an hour later. */
const MAX_CREATORS = 500;

/** The last tick's batches may still be running, so its ends are read again. */
const OVERLAP_MS = 120_000;

/** How far the first tick after a gap reads back. Earlier ends are found in the morning. */
const MAX_BACK_MS = 3_600_000;

const MAX_ENDED = 500;

/**
 * Evaluates goals: whether creators whose stream ended since the last tick have reached theirs, and each morning at
 * 9:00 of a goal's zone whether creators are behind. Without goals a tick reads one row. With goals it reads the events
 * since the last tick, every quarter of an hour the goals, and each morning a month of each creator. It does nothing if
 * the invocation has few statements left; ends are read in two ticks for that reason.
 */
export async function evaluateGoals(now: number, lastTickAt: number, deps: GoalDeps): Promise<Event[]> {
  if (deps.statementsLeft() < LEAST_STATEMENTS) return [];
  const since = Math.max(lastTickAt - OVERLAP_MS, now - MAX_BACK_MS);
  const ended = (await deps.endedSince(since)).slice(0, MAX_ENDED);
  const morning = Math.floor(now / MORNINGS_MS) !== Math.floor(lastTickAt / MORNINGS_MS);
  const { ids, turns } = morning ? await morningsOf(now, deps) : { ids: [], turns: [] };
  const all = [...new Set([...ended, ...ids])];
  if (all.length === 0 && turns.length === 0) return [];
  const events = await evaluated(all, now, new Set(turns.map(({ id }) => id)), deps);
  if (events.length > 0) await commitEvents(events, {}, now, deps);
  // Repeated events have the same id, so turns may be moved after the commit.
  if (turns.length > 0) await deps.moveTurns(turns);
  return events;
}

/** The creators whose morning it is, up to the maximum per tick, and the new state of their goals. */
async function morningsOf(now: number, deps: GoalDeps): Promise<{ ids: string[]; turns: GoalTurn[] }> {
  const ids: string[] = [];
  const turns: GoalTurn[] = [];
  for (const turn of await deps.turns()) {
    // A later evaluation used another clock, as ticks replay an earlier day.
    if (turn.judgedAt >= lastMorning(now, turn.zone) && turn.judgedAt <= now) continue;
    const room = MAX_CREATORS - ids.length;
    if (room <= 0) break;
    if (turn.watchlistId === null) {
      if (turn.targetId !== null) ids.push(turn.targetId);
      turns.push({ ...turn, judgedAt: now, judgedTo: null });
      continue;
    }
    const page = await deps.creatorsOf(turn.watchlistId, turn.judgedTo, room);
    ids.push(...page.map(({ id }) => id));
    const done = page.length < room;
    turns.push({ ...turn, ...(done ? { judgedAt: now, judgedTo: null } : { judgedTo: page.at(-1)!.place }) });
  }
  return { ids, turns };
}

async function evaluated(due: string[], now: number, mornings: Set<string>, deps: GoalDeps): Promise<Event[]> {
  const targets = due.length === 0 ? [] : await deps.withGoals(due);
  if (targets.length === 0) return [];
  const months = calendarOf(now);
  const zones = targets.flatMap(({ goals }) => goals.map(({ zone }) => zone));
  const ids = targets.map(({ id }) => id);
  const spans = zones.flatMap((zone) => months(zone));
  const eventsFrom = Math.min(...spans.map(({ from }) => from));
  const horizon = { ...(await deps.horizon()), now };
  const query = { watchlistId: null, ids, events: GOAL_EVENTS, eventsFrom, spans, viewers: null, horizon };
  const { items } = await deps.pastMonths(query, null, ids.length);
  const news = { "goal.behind": ["goalId"], "goal.reached": ["goalId", "period"] };
  const newsFrom = Math.min(now - 7 * DAY_MS, eventsFrom);
  const sent = await deps.pasts(
    { watchlistId: null, ids, kind: "live", events: news, eventsFrom: newsFrom, series: [], grid: [] },
    null,
    ids.length,
  );
  const sentOf = new Map(sent.map(({ target, events }) => [target.id, events]));
  const historyOf = new Map(items.map((one) => [one.target.id, historyOfTarget("live", one)]));
  return targets.flatMap((target) => {
    const history = historyOf.get(target.id);
    if (history === undefined) return [];
    const known = { history, sent: sentOf.get(target.id) ?? [], storedFrom: now - deps.retentionMs };
    return goalEvents(target, known, now, months, mornings);
  });
}
