import type { AirtimeReportDeps } from "../reports/rows/report.ts";
import { monthName } from "../../core/calendar.ts";
import { monthOf } from "../../core/goal.ts";
import {
  byUrgency,
  type Counts,
  GROUPS,
  peopleOf,
  sumOf,
  totalsOf,
  type Group,
  type Person,
  type Totals,
  type Urgency,
  urgencyOf,
} from "./people.ts";

/** Up to so many creators in all lists, pages compute how each list stands. With more, ticks do, and pages read it. */
export const MAX_COMPUTED = 90;

/** The creators of one list whose month one page computes: each is about six rows. */
export const MAX_JUDGED = 120;

/** How the month goes for a list, as computed by a tick. */
export interface ListMonth extends Totals {
  /** The tick, epoch ms. */
  at: number;
  /** "2027-03", in the list's zone. */
  period: string;
}

/** A creator of a list in the order of `inNeed`. */
export type Ordered = [id: string, group: Group | null];

export interface MonthsDeps {
  /** How many creators there are in all lists, and what is stored of these lists. */
  read(lists: string[]): Promise<{ creators: number; months: Map<string, ListMonth> }>;
  /** How many creators a list has. */
  creatorsIn(list: string): Promise<number>;
  /** The creators of a list in their order; null if nothing is stored of it. */
  order(list: string): Promise<{ month: ListMonth; order: Ordered[] } | null>;
  /** What is stored of every list. */
  everyone(): Promise<ListMonth[]>;
}

/**
 * How a month goes for all lists together, with so many creators; null if none was counted. Whoever is in a list that was
 * not counted yet could add to it. `at` is the oldest count.
 */
export function together(all: ListMonth[], period: string, creators: number): ListMonth | null {
  const months = all.filter((one) => one.period === period);
  if (months.length === 0) return null;
  const sum = (of: (one: ListMonth) => number): number => months.reduce((total, one) => total + of(one), 0);
  const [people, watched] = [sum((one) => one.people), sum((one) => one.watched)];
  return {
    at: Math.min(...months.map((one) => one.at)),
    period,
    people: Math.max(people, creators),
    counts: Object.fromEntries(GROUPS.map((group) => [group, sum(({ counts }) => counts[group])])) as Counts,
    hours: sum((one) => one.hours),
    days: sum((one) => one.days),
    watched,
    atLeast: watched < Math.max(people, creators),
    known: months.some((one) => one.known),
  };
}

export interface MonthPorts {
  months: MonthsDeps;
}

/** Where a round through all lists is. */
export interface Round {
  startedAt: number;
  /** How many creators there were when it began; undefined in older rounds. */
  creators?: number;
  /** True for the first one: until it is over nothing is counted, so each tick makes a part. */
  isFirst?: boolean;
  /** The last creator that was computed; null once the round is over. */
  at: { list: string; identity: string } | null;
  /** What that list has so far; null once the round is over. */
  counted: Counted | null;
}

/** How some creators of a list stand: all of them in sum, and in their order at most `MAX_RANKED`. */
interface Counted {
  totals: Totals;
  ranked: Ranked[];
}

type Ranked = [id: string, urgency: Urgency];

/** Of a longer list only so many are kept in order: a value in D1 has at most two megabytes. */
const MAX_RANKED = 5000;

/** These creators of a list with those of it that were counted before. Pure. */
export function countedWith(before: Counted | null, people: Person[]): Counted {
  const ranked = people.map((one): Ranked => [one.id, urgencyOf(one)]);
  return {
    totals: before === null ? totalsOf(people) : sumOf(before.totals, totalsOf(people)),
    ranked: [...(before?.ranked ?? []), ...ranked]
      .sort(([, one], [, other]) => byUrgency(one, other))
      .slice(0, MAX_RANKED),
  };
}

interface CreatorInTurn {
  id: string;
  list: string;
  identity: string;
  zone: string;
}

export interface MonthsTurnDeps extends Pick<AirtimeReportDeps, "pastMonths" | "goals" | "horizon"> {
  creators(): Promise<number>;
  round(): Promise<Round | null>;
  /** Live targets by list and identity, after a place (null: the first). */
  inTurn(after: Round["at"], max: number): Promise<CreatorInTurn[]>;
  /** Stores the round and what it found; removes lists that a finished round did not meet. */
  store(round: Round, found: { list: string; month: ListMonth; order: Ordered[] }[]): Promise<void>;
  /** D1 statements that this invocation has left. */
  statementsLeft(): number;
}

const LEAST_STATEMENTS = 20;

/** How often a part of a round is made. */
const PART_MS = 900_000;

/** Creators of a part: each is about six rows. */
const MAX_PART = 200;

/** How often rounds begin while nobody is added or deleted. */
const ROUND_MS = 3 * 3_600_000;

/**
 * Computes how the month goes for each list, a part of all creators each quarter of an hour; a round begins every three
 * hours, or after creators were added or deleted, or in a new month (UTC). The first round goes on with each tick. With
 * few creators it reads one row, as pages compute it themselves.
 */
export async function storeMonths(now: number, lastTickAt: number, deps: MonthsTurnDeps): Promise<void> {
  if (deps.statementsLeft() < LEAST_STATEMENTS) return;
  const count = await deps.creators();
  if (count <= MAX_COMPUTED) return;
  const last = await deps.round();
  const isFirst = last === null || (last.isFirst === true && last.at !== null);
  if (!isFirst && Math.floor(now / PART_MS) === Math.floor(lastTickAt / PART_MS)) return;
  // Ticks that replay an earlier day begin anew.
  const over = last === null || last.startedAt > now || (last.at === null && isOutdated(last, count, now));
  if (!over && last.at === null) return;
  const round: Round = over ? { startedAt: now, creators: count, isFirst, at: null, counted: null } : last;
  const creators = await deps.inTurn(round.at, MAX_PART);
  const zones = new Map(creators.map(({ list, zone }) => [list, zone]));
  const computed =
    creators.length === 0
      ? []
      : await peopleOf(
          { watchlistId: null, ids: creators.map(({ id }) => id), zone: zones, max: creators.length },
          now,
          deps,
        );
  const end = creators.length < MAX_PART;
  const counted = startedIn(round);
  for (const [list, people] of Map.groupBy(computed, ({ watchlistId }) => watchlistId))
    counted.set(list, countedWith(counted.get(list) ?? null, people));
  const at = end ? null : creators.at(-1)!;
  const found = [...counted]
    .filter(([list]) => list !== at?.list)
    .map(([list, { totals, ranked }]) => ({
      list,
      month: { at: now, period: monthOf(now, zones.get(list) ?? "UTC").name, ...totals },
      order: ranked.map(([id, [group]]): Ordered => [id, group]),
    }));
  const next = at === null ? null : { list: at.list, identity: at.identity };
  await deps.store({ ...round, at: next, counted: at === null ? null : (counted.get(at.list) ?? null) }, found);
}

/** What the list at which a round stands has so far. */
const startedIn = ({ at, counted }: Round): Map<string, Counted> =>
  new Map(at === null || counted === null ? [] : [[at.list, counted]]);

/** Reports whether what a finished round found says too little of now. */
const isOutdated = ({ startedAt, creators }: Round, count: number, now: number): boolean =>
  now - startedAt >= ROUND_MS || creators !== count || monthName(startedAt, "UTC") !== monthName(now, "UTC");

/** The creators of some groups in their order. */
export const inGroup = (order: Ordered[], group: Group | null): Ordered[] =>
  group === null ? order : order.filter((one) => one[1] === group);

export const groupNamed = (text: string | null): Group | null => GROUPS.find((one) => one === text) ?? null;
