import { DAY_MS } from "../../core/duration.ts";
import { monthOf, neededFor, type GoalStanding, type RequiredDays } from "../../core/goal.ts";
import { applying, GOAL_EVENTS, goalStanding, type HeldGoal } from "../../sections/lives/measure.ts";
import { historyOfTarget } from "../digests/edition/read-history.ts";
import type { AirtimeReportDeps } from "../reports/rows/report.ts";

/**
 * How a creator stands in the month so far. `new`: added too late to be judged; `unsaid`: watched too little; `out`: the
 * goal can no longer be reached; null without a goal.
 */
export const GROUPS = ["behind", "out", "pace", "reached", "new", "unsaid"] as const;
export type Group = (typeof GROUPS)[number];

/** A creator of a list in the month so far. */
export interface Person {
  id: string;
  name: string;
  watchlistId: string;
  goal: HeldGoal | null;
  standing: GoalStanding;
  group: Group | null;
  /** What the rest of the month takes; null if nothing is missing, or without a goal. */
  needed: RequiredDays | null;
}

/** Without a goal only hours, days and what was watched of the month are computed. */
const NO_GOAL = { hours: null, validDays: null, validDayMinutes: 60, createdAt: 0, startsOn: null };

function groupOf({ state, left }: GoalStanding, validDayMinutes: number): Group {
  if (state === "reached") return "reached";
  if (state === "not_started") return "new";
  if (state === "unknown") return "unsaid";
  const needed = neededFor(left, validDayMinutes);
  if (needed !== null && !needed.possible) return "out";
  return state === "open" ? "pace" : "behind";
}

/** Who is asked about: the creators of a list (null: of all), or a page of them. */
interface Asked {
  watchlistId: string | null;
  ids?: string[];
  /** The zone of months and days of creators without a goal. */
  zone: string;
  /** The most creators to read. */
  max: number;
}

/**
 * How creators stand in the month so far, hardest to help first. Reads two statements and about six rows a creator.
 */
export async function peopleOf(
  { watchlistId, ids, zone, max }: Asked,
  now: number,
  deps: Pick<AirtimeReportDeps, "pastMonths" | "goals" | "horizon">,
): Promise<Person[]> {
  const { from, to } = monthOf(now, zone);
  // The same month in every zone, and the month that begins or ends there meanwhile.
  const span = { from: from - DAY_MS, to: Math.max(to, now + DAY_MS) };
  const query = {
    watchlistId,
    ...(ids === undefined ? {} : { ids }),
    events: GOAL_EVENTS,
    eventsFrom: span.from,
    spans: [span],
    viewers: null,
    horizon: { ...(await deps.horizon()), now },
  };
  const { items } = await deps.pastMonths(query, null, max);
  if (items.length === 0) return [];
  const goals = await deps.goals(items.map(({ owner }) => owner));
  const people = items.map((one): Person => {
    const history = historyOfTarget("live", one);
    const { id, name } = one.target;
    const [goal = null] = applying(goals.get(id) ?? []);
    const judged = goal ?? { ...NO_GOAL, id: "", zone, own: false };
    const standing = goalStanding(history, judged, monthOf(now, judged.zone), now);
    return {
      id,
      name,
      watchlistId: one.owner.watchlistId,
      goal,
      standing,
      group: goal === null ? null : groupOf(standing, goal.validDayMinutes),
      needed: goal === null ? null : neededFor(standing.left, goal.validDayMinutes),
    };
  });
  return people.sort(byNeed);
}

const byNeed = (a: Person, b: Person): number =>
  placeOf(a) - placeOf(b) ||
  (b.needed?.ms ?? 0) - (a.needed?.ms ?? 0) ||
  b.standing.hours - a.standing.hours ||
  (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1);

const placeOf = ({ group }: Person): number => (group === null ? GROUPS.length : GROUPS.indexOf(group));

/** How many creators are in each group. */
export type Counts = Record<Group, number>;

export function countsOf(people: Person[]): Counts {
  const counts = Object.fromEntries(GROUPS.map((group) => [group, 0])) as Counts;
  for (const { group } of people) if (group !== null) counts[group]++;
  return counts;
}

/** Below this share of the month so far, more may have happened than was seen. */
const WELL_WATCHED = 0.95;

export const isWellWatched = ({ coverage }: GoalStanding): boolean => coverage !== null && coverage >= WELL_WATCHED;

/** The hours of creators together, and whether unwatched time could add to them. */
export function hoursOf(people: Person[]): { hours: number; atLeast: boolean; known: boolean } {
  return {
    hours: people.reduce((sum, { standing }) => sum + standing.hours, 0),
    atLeast: people.some(({ standing }) => !isWellWatched(standing)),
    known: people.some(({ standing }) => (standing.coverage ?? 0) > 0),
  };
}
