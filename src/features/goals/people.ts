import { DAY_MS } from "../../core/duration.ts";
import {
  isWellWatched,
  monthOf,
  neededFor,
  verdictOf,
  type GoalStanding,
  type RequiredDays,
  type Verdict,
} from "../../core/goal.ts";
import {
  applying,
  GOAL_EVENTS,
  goalStanding,
  livedIn,
  type HeldGoal,
  type LiveDay,
  type Lived,
} from "../../sections/lives/measure.ts";
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
  /** When they were deleted, epoch ms; null if they were not. */
  removedAt: number | null;
  goal: HeldGoal | null;
  standing: GoalStanding;
  group: Group | null;
  /** What the rest of the month takes; null if nothing is missing, or without a goal. */
  needed: RequiredDays | null;
  /** What was seen of each day; only if it was asked for. */
  lived?: Lived;
}

/** Without a goal only hours, days and what was watched of the month are computed. */
const NO_GOAL = { hours: null, validDays: null, validDayMinutes: 60, createdAt: 0, startsOn: null };

const GROUP_OF: Record<Verdict, Group> = {
  reached: "reached",
  open: "pace",
  behind: "behind",
  out: "out",
  missed: "out",
  unknown: "unsaid",
  not_started: "new",
};

/** Deleted creators that are read. */
const MAX_REMOVED = 30;

/** Who is asked about: the creators of a list (null: of all), or a page of them. */
interface Asked {
  watchlistId: string | null;
  ids?: string[];
  /** The zone of months and days of creators without a goal: one for all, or of each list. */
  zone: string | ReadonlyMap<string, string>;
  /** The most creators to read. */
  max: number;
  /** Also up to thirty who were deleted after this instant, epoch ms. */
  removedAfter?: number;
  /** True to compute what was seen of each day too. */
  days?: boolean;
}

/**
 * How creators stand in the month so far, hardest to help first. Reads two statements and about six rows a creator.
 */
export async function peopleOf(
  { watchlistId, ids, zone, max, removedAfter, days = false }: Asked,
  now: number,
  deps: Pick<AirtimeReportDeps, "pastMonths" | "goals" | "horizon">,
): Promise<Person[]> {
  const zoneOf = (list: string): string => (typeof zone === "string" ? zone : (zone.get(list) ?? "UTC"));
  const months = [...new Set(typeof zone === "string" ? [zone] : zone.values())].map((one) => monthOf(now, one));
  // The same month in every zone, and the month that begins or ends there meanwhile.
  const from = Math.min(...months.map((month) => month.from)) - DAY_MS;
  const span = { from, to: Math.max(now + DAY_MS, ...months.map((month) => month.to)) };
  const query = {
    watchlistId,
    ...(ids === undefined ? {} : { ids }),
    ...(removedAfter === undefined ? {} : { removedAfter }),
    events: GOAL_EVENTS,
    eventsFrom: span.from,
    spans: [span],
    viewers: null,
    horizon: { ...(await deps.horizon()), now },
  };
  const { items, next } = await deps.pastMonths(query, null, max);
  if (removedAfter !== undefined && next !== null)
    items.push(...(await deps.pastMonths(query, next, MAX_REMOVED)).items);
  if (items.length === 0) return [];
  const goals = await deps.goals(items.map(({ owner }) => owner));
  const people = items.map((one): Person => {
    const history = historyOfTarget("live", one);
    const { id, name } = one.target;
    const [goal = null] = applying(goals.get(id) ?? []);
    const judged = goal ?? { ...NO_GOAL, id: "", zone: zoneOf(one.owner.watchlistId), own: false };
    const month = monthOf(now, judged.zone);
    const standing = goalStanding(history, judged, month, now);
    return {
      id,
      name,
      watchlistId: one.owner.watchlistId,
      removedAt: one.removedAt,
      goal,
      standing,
      group: goal === null || one.removedAt !== null ? null : GROUP_OF[verdictOf(standing, goal.validDayMinutes)],
      needed: goal === null ? null : neededFor(standing.left, goal.validDayMinutes),
      ...(days ? { lived: livedIn(history, month, now) } : {}),
    };
  });
  return people.sort(inNeed);
}

/** Those who need help first, hardest first. */
export const inNeed = (a: Person, b: Person): number =>
  byUrgency(urgencyOf(a), urgencyOf(b)) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1);

/** What orders creators: the group, what the rest of the month takes (milliseconds), and the hours so far. */
export type Urgency = [group: Group | null, neededMs: number, hours: number];

export const urgencyOf = ({ group, needed, standing }: Person): Urgency => [group, needed?.ms ?? 0, standing.hours];

export const byUrgency = ([a, ...one]: Urgency, [b, ...other]: Urgency): number =>
  placeOf(a) - placeOf(b) || other[0] - one[0] || other[1] - one[1];

const placeOf = (group: Group | null): number => (group === null ? GROUPS.length : GROUPS.indexOf(group));

/** How many creators are in each group. */
export type Counts = Record<Group, number>;

export function countsOf(people: Person[]): Counts {
  const counts = Object.fromEntries(GROUPS.map((group) => [group, 0])) as Counts;
  for (const { group } of people) if (group !== null) counts[group]++;
  return counts;
}

/** What creators have together. */
export interface Totals {
  people: number;
  counts: Counts;
  hours: number;
  days: number;
  /** How many were watched well all month so far. */
  watched: number;
  /** True if unwatched time could add to hours and days. */
  atLeast: boolean;
  /** False if nobody was seen live in time that was not all watched. */
  known: boolean;
}

export function totalsOf(people: Person[]): Totals {
  const watched = people.filter(({ standing }) => isWellWatched(standing)).length;
  const hours = people.reduce((sum, { standing }) => sum + standing.hours, 0);
  return {
    people: people.length,
    counts: countsOf(people),
    hours,
    days: people.reduce((sum, { standing }) => sum + standing.validDays, 0),
    watched,
    atLeast: watched < people.length,
    known: hours > 0 || watched === people.length,
  };
}

/** What two parts of some creators have together. */
export function sumOf(one: Totals, other: Totals): Totals {
  const [people, watched, hours] = [one.people + other.people, one.watched + other.watched, one.hours + other.hours];
  const counts = Object.fromEntries(GROUPS.map((group) => [group, one.counts[group] + other.counts[group]])) as Counts;
  const days = one.days + other.days;
  return { people, counts, hours, days, watched, atLeast: watched < people, known: hours > 0 || watched === people };
}

/** What all of them together were seen live on each day, and how much of it was watched. */
export function daysOf(people: Person[]): LiveDay[] {
  const all = people.flatMap(({ lived }) => (lived === undefined ? [] : [lived.days]));
  return Array.from({ length: Math.max(0, ...all.map((days) => days.length)) }, (_, day) => ({
    ms: all.reduce((sum, days) => sum + (days[day]?.ms ?? 0), 0),
    watched: all.reduce((sum, days) => sum + (days[day]?.watched ?? 0), 0) / all.length,
  }));
}

/** How many creators have a goal that is judged this month. */
export const judgedIn = ({ behind, out, pace, reached }: Counts): number => behind + out + pace + reached;

/** How many creators have a goal that is judged, or would be. */
export const withGoalIn = (counts: Counts): number => GROUPS.reduce((sum, group) => sum + counts[group], 0);
