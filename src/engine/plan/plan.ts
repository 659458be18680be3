import { ticksBetween } from "../../core/schedule.ts";
import {
  delayByPrediction,
  delayInTurn,
  type Delay,
  type Levels,
  NO_RECORD,
  provenDelay,
  type DelayRecord,
} from "../prediction/delay.ts";
import { LIMITS, MINUTES_A_DAY, OPERATIONS_A_MESSAGE, type Limits } from "../../core/limits.ts";
import { scarcityOf } from "../../core/scarcity.ts";
import type { HealthSnapshot } from "../../core/health-snapshot.ts";
import { SHARED_CPU } from "../../core/shared-calls.ts";
import { SHEET_SIZE } from "../../core/sheet.ts";
import { longestWaitMs } from "../../core/slot-entry.ts";
import { inTargets } from "./shared-load.ts";
import { storedBytes } from "./storage.ts";

/** The load to plan for. */
export interface Watching {
  /** Calls for one poll of all targets. */
  calls: number;
  /** Calls per minute that their intervals need. */
  asked: number;
  /** Targets with a schedule prediction, their polls per minute, and how many of them one call asks for. */
  habitual: number;
  habitualAsked: number;
  perCall: number;
  /** The shortest interval, milliseconds; Infinity if there are no targets. */
  shortestMs: number;
  /** The budget, calls per minute. */
  perMinute: number;
  /** Starts per week of a target that is off. */
  rate: number;
  /** How often each level occurs in the profiles; empty before anything was learned. */
  levels: Levels;
  /** How late starts were found, and how late they were predicted to be. */
  delays: DelayRecord;
}

/** Page viewers, assumed to watch all day. */
export interface PageViewers {
  /** Open, visible tabs of signed-in pages. */
  tabs: number;
  /** Viewers of one shared link. */
  viewers: number;
}

/** The load of the last tick with the population prior, for a budget of `perMinute` calls. */
export function watchedAt({ load, pool: prior }: Pick<HealthSnapshot, "load" | "pool">, perMinute: number): Watching {
  const { calls, asked, habitual: predictable, habitualAsked: predictableRequested, shortestMs, perCall } = load;
  const { rate, levels, delays = NO_RECORD } = prior;
  return {
    calls,
    asked,
    habitual: predictable,
    habitualAsked: predictableRequested,
    perCall,
    shortestMs: shortestMs ?? Infinity,
    rate,
    levels,
    delays,
    perMinute,
  };
}

/** One database and one tick cannot handle more targets (`docs/explanation/scaling.md`). */
export const MAX_TARGETS = 100_000;

/** How polls are scheduled: all on time, in turn, or by schedule prediction. */
type Way = "on_time" | "in_turn" | "by_habit";

/** Daily usage of the platform. */
export interface Usage {
  /** Calls to the polled service. */
  calls: number;
  /** Invocations of the Worker: ticks, batches, messages. */
  requests: number;
  rowsRead: number;
  rowsWritten: number;
  queueOperations: number;
  /** CPU time, milliseconds. */
  cpuMs: number;
  /** Requests to Durable Objects. They are far from their quotas (100,000 a day, a million a month). */
  objectRequests: number;
}

type DailyQuota = Exclude<keyof Usage, "calls" | "objectRequests">;

/** A daily quota, or the size of the database. */
export type Quota = DailyQuota | "storage";

/**
 * Daily quotas of Cloudflare's free plan (2026). Beyond them requests, queues and databases fail until midnight UTC.
 */
export const FREE_A_DAY: Partial<Record<DailyQuota, number>> = {
  requests: 100_000,
  rowsRead: LIMITS.free.rowsADay!.read,
  rowsWritten: LIMITS.free.rowsADay!.written,
  queueOperations: LIMITS.free.queueOperations,
};

/** Monthly quotas of Cloudflare's paid plan and the price of a further million, US dollars (2026). */
const PAID_A_MONTH: Record<DailyQuota, { included: number; dollarsAMillion: number }> = {
  requests: { included: 10_000_000, dollarsAMillion: 0.3 },
  cpuMs: { included: 30_000_000, dollarsAMillion: 0.02 },
  queueOperations: { included: 1_000_000, dollarsAMillion: 0.4 },
  rowsRead: { included: 25_000_000_000, dollarsAMillion: 0.001 },
  rowsWritten: { included: 50_000_000, dollarsAMillion: 1 },
};

/** The maximum size of a database, bytes (2026). */
const DATABASE_BYTES = { free: 500_000_000, paid: 10_000_000_000 };

const DOLLARS_A_MONTH = 5;
const DAYS_A_MONTH = 30;

/** The quota that is used up first, and the used share of it (1 is all). */
interface Reach {
  endsFirst: Quota;
  used: number;
}

export const reachOfFree = (usage: Usage, bytes: number): Reach =>
  first([
    ...Object.entries(FREE_A_DAY).map(([quota, max]) => used(quota, usage[quota as DailyQuota] / max)),
    used("storage", bytes / DATABASE_BYTES.free),
  ]);

export const reachOfPaid = (usage: Usage, bytes: number): Reach =>
  first([
    ...Object.entries(PAID_A_MONTH).map(([quota, { included }]) =>
      used(quota, (usage[quota as DailyQuota] * DAYS_A_MONTH) / included),
    ),
    used("storage", bytes / DATABASE_BYTES.paid),
  ]);

const used = (quota: string, part: number) => ({ quota: quota as Quota, used: part });

const first = (all: { quota: Quota; used: number }[]): Reach => {
  const { quota, used } = all.reduce((max, one) => (one.used > max.used ? one : max));
  return { endsFirst: quota, used };
};

/** The monthly cost of the paid plan, US dollars: its base price and what exceeds its quotas. */
export const paidDollars = (usage: Usage): number =>
  Object.entries(PAID_A_MONTH).reduce((sum, [quota, { included, dollarsAMillion }]) => {
    const beyond = Math.max(0, usage[quota as DailyQuota] * DAYS_A_MONTH - included);
    return sum + (beyond / 1_000_000) * dollarsAMillion;
  }, DOLLARS_A_MONTH);

/** The consequences of a load. */
export interface Plan {
  way: Way;
  /** The delay until a start is detected; null if no target has a schedule prediction. */
  delay: Delay | null;
  /** The size that the database reaches. */
  databaseBytes: number;
  free: Reach & { usage: Usage };
  paid: Reach & { usage: Usage; dollars: number };
}

/**
 * Plans a load with the functions that also schedule polls. Rows older than `retentionDays` are deleted. With a
 * watchdog, each tick of the cron trigger asks a Durable Object. Pure.
 */
export function planOf(
  watching: Watching,
  retentionDays: number,
  lookers: PageViewers = NOBODY,
  hasWatchdog = false,
): Plan {
  const objectRequests = hasWatchdog ? MINUTES_A_DAY : 0;
  const [free, paid] = [LIMITS.free, LIMITS.paid].map((limits) => ({
    ...usageOf(watching, lookers, limits),
    objectRequests,
  })) as [Usage, Usage];
  const bytes = storedBytes(inTargets(watching), retentionDays);
  return {
    ...foundAfter(watching),
    databaseBytes: bytes,
    free: { ...reachOfFree(free, bytes), usage: free },
    paid: { ...reachOfPaid(paid, bytes), usage: paid, dollars: paidDollars(paid) },
  };
}

/** How polls are scheduled, and how soon starts are detected, as far as past predictions were right. */
export function foundAfter(watching: Omit<Watching, "shortestMs" | "rate">): Pick<Plan, "way" | "delay"> {
  const { way, delay } = predictedAfter(watching);
  if (delay === null || way === "on_time") return { way, delay };
  const inTurn = predictedAfter({ ...watching, levels: [] }).delay!;
  return { way, delay: provenDelay(watching.delays, delay, inTurn) };
}

/** The same if every poll succeeds and starts come as predicted. */
export function predictedAfter(
  watching: Omit<Watching, "shortestMs" | "rate" | "delays">,
): Pick<Plan, "way" | "delay"> {
  const { asked, perMinute, calls, habitual: predictable, habitualAsked: predictableRequested, levels } = watching;
  const scarcity = scarcityOf(asked, perMinute, calls);
  const way = scarcity === null ? "on_time" : levels.length === 0 ? "in_turn" : "by_habit";
  if (predictable === 0) return { way, delay: null };
  const intervalSeconds = (60 * predictable) / predictableRequested;
  if (scarcity === null) return { way, delay: delayInTurn(intervalSeconds) };
  const gapSeconds = intervalSeconds * scarcity.stretch;
  if (way === "in_turn") return { way, delay: delayInTurn(gapSeconds) };
  const longest = longestWaitMs({ intervalSeconds }, scarcity.fairMs) / 60_000;
  return { way, delay: delayByPrediction(levels, 60 / gapSeconds, Math.min(1, intervalSeconds / 60), longest) };
}

/**
 * The cost of each unit, as measured by `npm run bench -- --only rows` and `engine`. CPU is estimated from the latter.
 */
const TAKES: Record<
  "tick" | "sheet" | "batch" | "poll" | "shared" | "flip",
  Pick<Usage, "rowsRead" | "rowsWritten" | "cpuMs">
> = {
  tick: { rowsRead: 54, rowsWritten: 1, cpuMs: 4 },
  sheet: { rowsRead: 2, rowsWritten: 1, cpuMs: 10 },
  batch: { rowsRead: 10, rowsWritten: 1, cpuMs: 2 },
  poll: { rowsRead: 1, rowsWritten: 0, cpuMs: 0.2 },
  shared: { rowsRead: 1, rowsWritten: 0, cpuMs: 0.2 * SHARED_CPU },
  flip: { rowsRead: 20, rowsWritten: 5, cpuMs: 2 },
};

const DAYS_A_WEEK = 7;

const NOBODY: PageViewers = { tabs: 0, viewers: 0 };

/** Refreshes per day: a tab every ten seconds, a shared link every thirty. */
const ASKS_A_DAY = { tab: MINUTES_A_DAY * 6, viewer: MINUTES_A_DAY * 2 };

/**
 * The cost of a refresh, as measured by `test/api/pages-cost.test.ts` and `shared-views.test.ts`: an unchanged answer;
 * a page rendered again, once per tick for each tab; a shared page, at most every thirty seconds for all its viewers.
 */
const LOOKS: Record<"same" | "page" | "shared", Pick<Usage, "rowsRead" | "cpuMs">> = {
  same: { rowsRead: 3, cpuMs: 0.5 },
  page: { rowsRead: 650, cpuMs: 3 },
  shared: { rowsRead: 400, cpuMs: 3 },
};

/** Daily usage of page viewers. */
function lookingOf({ tabs, viewers }: PageViewers): Pick<Usage, "requests" | "rowsRead" | "cpuMs"> {
  const same = tabs * ASKS_A_DAY.tab + viewers * ASKS_A_DAY.viewer;
  const times = { same, page: tabs * MINUTES_A_DAY, shared: viewers === 0 ? 0 : ASKS_A_DAY.viewer };
  const sum = (what: "rowsRead" | "cpuMs") =>
    Object.entries(times).reduce((all, [name, count]) => all + count * LOOKS[name as keyof typeof LOOKS][what], 0);
  return { requests: same, rowsRead: sum("rowsRead"), cpuMs: sum("cpuMs") };
}

/** Daily usage of polls, of messages about starts and ends, and of page viewers. */
function usageOf(watching: Watching, lookers: PageViewers, limits: Limits): Omit<Usage, "objectRequests"> {
  const { asked, habitual: predictable, perMinute, perCall, shortestMs, rate } = watching;
  const targets = inTargets(watching);
  const between = ticksBetween(0, shortestMs, limits.betweenMs).length * MINUTES_A_DAY;
  const ticks = MINUTES_A_DAY + between;
  const poll = Math.min(asked, perMinute) * MINUTES_A_DAY;
  // As many of all polls as the calls of the budget make.
  const polls = asked === 0 ? 0 : (targets.asked * poll) / asked;
  const shared = perCall === 1 ? 0 : Math.min(polls, (watching.habitualAsked * poll) / Math.max(asked, 1e-9));
  // The tick polls its first batch itself.
  const held = Math.max(poll / limits.batch.calls, (shared * SHARED_CPU) / limits.batch.cpu);
  const batch = Math.max(Math.min(ticks, poll), held);
  const handed = batch - Math.min(ticks, batch);
  const flip = (2 * predictable * rate) / DAYS_A_WEEK;
  const times = {
    tick: ticks,
    sheet: ticks * Math.ceil(targets.calls / SHEET_SIZE),
    batch,
    poll: polls - shared,
    shared,
    flip,
  };
  const sum = (what: "rowsRead" | "rowsWritten" | "cpuMs"): number =>
    Object.entries(times).reduce((all, [name, count]) => all + count * TAKES[name as keyof typeof TAKES][what], 0);
  const looking = lookingOf(lookers);
  return {
    calls: poll,
    requests: ticks + handed + flip + looking.requests,
    rowsRead: sum("rowsRead") + looking.rowsRead,
    rowsWritten: sum("rowsWritten"),
    queueOperations: OPERATIONS_A_MESSAGE * (handed + between + flip),
    cpuMs: sum("cpuMs") + looking.cpuMs,
  };
}
