import { monthOf, type GoalStanding } from "../../core/goal.ts";
import { applying, GOAL_EVENTS, standingOf, type HeldGoal } from "../../sections/lives/goal.ts";
import { historyOfTarget } from "../digest/read-history.ts";
import type { Target } from "../../resources/targets/form.ts";
import { ENDED, type BroadcastDeps } from "./broadcasts.ts";
import { MAX_OF_ITS_EVENTS, type OneReading } from "./target-reading.ts";
import type { AirtimeReportDeps } from "./airtime-report/report.ts";
import type { MonthQuery } from "./past-months.ts";

export type GoalsDeps = Pick<AirtimeReportDeps, "pastMonths" | "goals">;

/** The progress of a creator's goal. */
export interface CreatorGoal {
  goal: HeldGoal;
  standing: GoalStanding;
}

/** A creator to whom the goal of a watchlist applies. */
export interface GoalCreator extends CreatorGoal {
  id: string;
  name: string;
}

/** The maximum number of streams of a month to read. */
const MAX_STREAMS = 400;

/**
 * The goals that apply to a creator, newest first, with their progress. The page has read recent events; streams are
 * read again only if those do not cover the month.
 */
export async function goalsOfCreator(
  { target, past, goals: held }: Pick<OneReading, "past" | "goals"> & { target: Target },
  now: number,
  deps: Pick<BroadcastDeps, "list">,
): Promise<CreatorGoal[]> {
  const goals = applying(held);
  if (goals.length === 0) return [];
  const months = goals.map(({ zone }) => monthOf(now, zone));
  const since = Math.min(...months.map(({ from }) => from));
  const partly = past.length >= MAX_OF_ITS_EVENTS && past.at(-1)!.detectedAt > since;
  const ended = partly
    ? (await deps.list({ targetId: target.id, type: ENDED, since }, { limit: MAX_STREAMS, after: null })).items
    : [];
  const events = partly ? [...past.filter(({ type }) => type !== ENDED), ...ended] : past;
  const history = historyOfTarget("live", {
    target,
    state: target.state,
    unknownSince: target.unknownSince ?? (target.enabled ? null : target.lastOkAt),
    events: events.toSorted((a, b) => a.detectedAt - b.detectedAt),
    series: {},
  });
  return goals.map((goal, place) => ({ goal, standing: standingOf(history, goal, months[place]!, now) }));
}

/** The progress of some creators of a watchlist with its goal, without those who have their own. */
export async function creatorsOfGoal(
  { id: goalId, zone }: { id: string; zone: string },
  ids: string[],
  now: number,
  deps: GoalsDeps,
): Promise<GoalCreator[]> {
  if (ids.length === 0) return [];
  const month = monthOf(now, zone);
  const query: MonthQuery = {
    watchlistId: null,
    ids,
    events: GOAL_EVENTS,
    eventsFrom: month.from,
    spans: [month],
    viewers: null,
  };
  const stored = await deps.pastMonths(query, null, ids.length);
  const goals = await deps.goals(stored.map(({ owner }) => owner));
  return stored.flatMap((one): GoalCreator[] => {
    const { id, name } = one.target;
    const goal = applying(goals.get(id) ?? []).find((held) => held.id === goalId);
    if (goal === undefined) return [];
    return [{ id, name, goal, standing: standingOf(historyOfTarget("live", one), goal, month, now) }];
  });
}
