import { monthOf, type GoalStanding, type Month } from "../../core/goal.ts";
import { applying, GOAL_EVENTS, goalStanding, type HeldGoal } from "../../sections/lives/measure.ts";
import { historyOfTarget } from "../digests/edition/read-history.ts";
import type { AirtimeReportDeps } from "../reports/rows/report.ts";
import type { MonthQuery } from "../reports/past-months.ts";

export type GoalsDeps = Pick<AirtimeReportDeps, "pastMonths" | "goals" | "horizon">;

/** The progress of a creator's goal. */
export interface CreatorGoal {
  goal: HeldGoal;
  standing: GoalStanding;
}

/** The goals that apply to a creator, newest first, with their progress. */
export async function goalsOfCreator(
  id: string,
  held: HeldGoal[],
  now: number,
  deps: GoalsDeps,
): Promise<CreatorGoal[]> {
  const goals = applying(held);
  if (goals.length === 0) return [];
  const months = goals.map(({ zone }) => monthOf(now, zone));
  const { items } = await deps.pastMonths(await monthQuery([id], months, now, deps), null, 1);
  return items.flatMap((one) => {
    const history = historyOfTarget("live", one);
    return goals.map((goal, place) => ({ goal, standing: goalStanding(history, goal, months[place]!, now) }));
  });
}

/** What progress in these months is computed from. */
const monthQuery = async (ids: string[], months: Month[], now: number, deps: GoalsDeps): Promise<MonthQuery> => ({
  watchlistId: null,
  ids,
  events: GOAL_EVENTS,
  eventsFrom: Math.min(...months.map(({ from }) => from)),
  spans: months,
  viewers: null,
  horizon: { ...(await deps.horizon()), now },
});
