import type { Commit, Committed } from "../../core/commit.ts";
import { DAY_MS } from "../../core/duration.ts";
import type { Event } from "../../core/event.ts";
import { GOAL_EVENTS } from "../../sections/lives/goal.ts";
import { historyOfTarget, type GatherDeps } from "../digest/gather.ts";
import { commitEvents } from "../route/announce.ts";
import type { RouteDeps } from "../route/route.ts";
import { calendarOf, goalEvents, lastMorning, type GoalTarget } from "./judge.ts";

/** A goal and how far its mornings are evaluated. */
export interface GoalTurn {
  id: string;
  targetId: string | null;
  watchlistId: string | null;
  zone: string;
  /** The tick of the last morning that was evaluated for all of its creators. */
  judgedAt: number;
  /** The place of the last creator of a morning that is not done; null where it is. */
  judgedTo: string | null;
}

export interface GoalDeps extends Pick<GatherDeps, "pasts">, RouteDeps {
  /** The creators with a goal whose broadcast ended since an instant, epoch ms. */
  endedSince(since: number): Promise<string[]>;
  turns(): Promise<GoalTurn[]>;
  /** The live targets of a watchlist, those after a place; each with its own place. */
  creatorsOf(watchlistId: string, after: string | null, max: number): Promise<{ id: string; place: string }[]>;
  /** Those of these targets that have a goal, or whose watchlist has one. */
  withGoals(ids: string[]): Promise<GoalTarget[]>;
  moveTurns(turns: Pick<GoalTurn, "id" | "judgedAt" | "judgedTo">[]): Promise<void>;
  commit(commit: Commit): Promise<Committed>;
  newId(): string;
  /** D1 statements that this invocation may still ask. */
  statementsLeft(): number;
}

/** With fewer left the tick after looks: what it must do yet comes first. */
const LEAST_STATEMENTS = 20;

/** Goals are looked through for a morning so often: mornings of all zones begin with one of these. */
const MORNINGS_MS = 900_000;

/** As many creators are evaluated in one tick; the others of a morning come with the next quarter of an hour. */
const MAX_CREATORS = 500;

/** Batches of the tick before may still be coming in: their ends are looked for once more. */
const OVERLAP_MS = 120_000;

/** The first tick after a gap looks so far back for ends; what was before is found in the morning. */
const MAX_BACK_MS = 3_600_000;

const MAX_ENDED = 500;

/**
 * Evaluates goals: those of creators whose broadcast ended since the last tick, as to whether they are reached, and each
 * goal once a morning, at 9:00 of its zone, as to whether anybody is behind. Without goals a tick costs one row; with goals
 * it reads the events since the last tick, each quarter of an hour the goals, and each morning a month of each creator. Where the
 * invocation has few statements left it does nothing; ends are looked for over two ticks.
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
  // What is said twice is one event: what was moved too late is evaluated again.
  if (turns.length > 0) await deps.moveTurns(turns);
  return events;
}

/** Whose turn it is this morning, as many as one tick takes, and how far each goal is then. */
async function morningsOf(now: number, deps: GoalDeps): Promise<{ ids: string[]; turns: GoalTurn[] }> {
  const ids: string[] = [];
  const turns: GoalTurn[] = [];
  for (const turn of await deps.turns()) {
    // One that was evaluated later than now was so by another clock: ticks replay an earlier day.
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

async function evaluated(ids: string[], now: number, mornings: Set<string>, deps: GoalDeps): Promise<Event[]> {
  const targets = ids.length === 0 ? [] : await deps.withGoals(ids);
  if (targets.length === 0) return [];
  const months = calendarOf(now);
  const zones = targets.flatMap(({ goals }) => goals.map(({ zone }) => zone));
  const query = {
    watchlistId: null,
    ids: targets.map(({ id }) => id),
    kind: "live",
    events: { ...GOAL_EVENTS, "goal.behind": ["goalId"], "goal.reached": ["goalId", "period"] },
    eventsFrom: Math.min(now - 7 * DAY_MS, ...zones.flatMap((zone) => months(zone).map(({ from }) => from))),
    series: [],
    grid: [],
  };
  const stored = await deps.pasts(query, null, targets.length);
  const historyOf = new Map(stored.map((one) => [one.target.id, historyOfTarget("live", one)]));
  return targets.flatMap((target) => {
    const history = historyOf.get(target.id);
    return history === undefined ? [] : goalEvents(target, history, now, months, mornings);
  });
}
