import { monthOf } from "../../core/goal.ts";
import { applying, GOAL_EVENTS, standingOf, type GoalStanding, type HeldGoal } from "../../sections/lives/goal.ts";
import { historyOfTarget, type GatherDeps, type HistoryQuery } from "../digest/gather.ts";
import type { Target } from "../../resources/targets/form.ts";
import { ENDED, type BroadcastDeps } from "./broadcasts.ts";
import { MAX_OF_ITS_EVENTS, type OneReading } from "./one-reading.ts";
import type { AirtimeReportDeps } from "./airtime-report/report.ts";

export type GoalsDeps = Pick<GatherDeps, "pasts"> & Pick<AirtimeReportDeps, "goals">;

/** How a creator stands with a goal now. */
export interface CreatorGoal {
  goal: HeldGoal;
  standing: GoalStanding;
}

/** A creator for whom a goal of their watchlist holds. */
export interface GoalCreator extends CreatorGoal {
  id: string;
  name: string;
}

/** As many streams of a month are read. */
const MAX_STREAMS = 400;

/**
 * The goals that hold for a creator, the newest first, with how they stand. Their page has read what happened; only where
 * that does not reach back to the month's begin its streams are read anew.
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

/** How some creators of a list stand with its goal; without those who have a goal of their own. */
export async function creatorsOfGoal(
  { id: goalId, zone }: { id: string; zone: string },
  ids: string[],
  now: number,
  deps: GoalsDeps,
): Promise<GoalCreator[]> {
  if (ids.length === 0) return [];
  const month = monthOf(now, zone);
  const query: HistoryQuery = {
    watchlistId: null,
    ids,
    kind: "live",
    events: GOAL_EVENTS,
    eventsFrom: month.from,
    series: [],
    grid: [],
  };
  const [stored, goals] = await Promise.all([deps.pasts(query, null, ids.length), deps.goals(ids)]);
  return stored.flatMap((one): GoalCreator[] => {
    const { id, name } = one.target;
    const goal = applying(goals.get(id) ?? []).find((held) => held.id === goalId);
    if (goal === undefined) return [];
    return [{ id, name, goal, standing: standingOf(historyOfTarget("live", one), goal, month, now) }];
  });
}
