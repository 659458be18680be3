import { ticksBetween } from "../between.ts";
import { delayByPrediction, delayInTurn, type Delay, type Levels } from "../habit/delay.ts";
import { LIMITS, MINUTES_A_DAY, OPERATIONS_A_MESSAGE, type Limits } from "../limits.ts";
import { scarcityOf } from "../scarcity.ts";
import type { HealthSnapshot } from "../pulse.ts";
import { SHEET_SIZE } from "../sheet.ts";
import { longestWaitMs } from "../waiting.ts";
import { paidDollars, reachOfFree, reachOfPaid, type Reach, type Usage } from "./quotas.ts";
import { storedBytes } from "./storage.ts";

/** What is watched, and with how much. */
export interface Watching {
  /** What one poll of all targets takes, calls. */
  calls: number;
  /** Calls a minute that their intervals ask for. */
  asked: number;
  /** How many come and go, and what these ask for, calls a minute. */
  habitual: number;
  habitualAsked: number;
  /** The shortest interval of all, milliseconds; Infinity where there is none. */
  shortestMs: number;
  /** The budget, calls a minute. */
  perMinute: number;
  /** Starts a week of one that is off. */
  rate: number;
  /** What stands in the profiles; none where nothing was learned. */
  levels: Levels;
}

/** Who looks all day. */
export interface Lookers {
  /** Tabs of the page that are open and seen. */
  tabs: number;
  /** People who look at one shared link. */
  viewers: number;
}

/** What the last tick had to watch, with what was learned of all and so many calls a minute. */
export function watchedAt({ load, pool: prior }: Pick<HealthSnapshot, "load" | "pool">, perMinute: number): Watching {
  const { calls, asked, habitual: predictable, habitualAsked: predictableAsked, shortestMs } = load;
  const { rate, levels } = prior;
  return {
    calls,
    asked,
    habitual: predictable,
    habitualAsked: predictableAsked,
    shortestMs: shortestMs ?? Infinity,
    rate,
    levels,
    perMinute,
  };
}

/** More targets than this, one database and one tick do not carry (`docs/explanation/scaling.md`). */
export const MAX_TARGETS = 100_000;

/** How polls are spent: all on time, in turn, or by habit. */
type Way = "on_time" | "in_turn" | "by_habit";

/** What watching so much with so little comes to. */
export interface Plan {
  way: Way;
  /** How long after it happens a start is seen; null where nobody comes and goes. */
  delay: Delay | null;
  /** How large the database becomes. */
  databaseBytes: number;
  free: Reach & { usage: Usage };
  paid: Reach & { usage: Usage; dollars: number };
}

/** Plans what is watched by the functions that poll it; what is older than so many days is deleted. Pure. */
export function planOf(watching: Watching, retentionDays: number, lookers: Lookers = NOBODY): Plan {
  const [free, paid] = [LIMITS.free, LIMITS.paid].map((limits) => usageOf(watching, lookers, limits)) as [Usage, Usage];
  const bytes = storedBytes(watching, retentionDays);
  return {
    ...foundAfter(watching),
    databaseBytes: bytes,
    free: { ...reachOfFree(free, bytes), usage: free },
    paid: { ...reachOfPaid(paid, bytes), usage: paid, dollars: paidDollars(paid) },
  };
}

/** How polls are spent, and how soon a start is seen. */
export function foundAfter(watching: Omit<Watching, "shortestMs" | "rate">): Pick<Plan, "way" | "delay"> {
  const { asked, perMinute, calls, habitual: predictable, habitualAsked: predictableAsked, levels } = watching;
  const scarcity = scarcityOf(asked, perMinute, calls);
  const way = scarcity === null ? "on_time" : levels.length === 0 ? "in_turn" : "by_habit";
  if (predictable === 0) return { way, delay: null };
  const intervalSeconds = (60 * predictable) / predictableAsked;
  if (scarcity === null) return { way, delay: delayInTurn(intervalSeconds) };
  const gapSeconds = intervalSeconds * scarcity.stretch;
  if (way === "in_turn") return { way, delay: delayInTurn(gapSeconds) };
  const longest = longestWaitMs({ intervalSeconds }, scarcity.fairMs) / 60_000;
  return { way, delay: delayByPrediction(levels, 60 / gapSeconds, Math.min(1, intervalSeconds / 60), longest) };
}

/** What each of these takes: measured by `npm run bench -- --only rows` and `engine`; CPU is an estimate from the latter. */
const TAKES: Record<"tick" | "sheet" | "batch" | "poll" | "flip", Pick<Usage, "rowsRead" | "rowsWritten" | "cpuMs">> = {
  tick: { rowsRead: 54, rowsWritten: 1, cpuMs: 4 },
  sheet: { rowsRead: 2, rowsWritten: 1, cpuMs: 10 },
  batch: { rowsRead: 10, rowsWritten: 1, cpuMs: 2 },
  poll: { rowsRead: 1, rowsWritten: 0, cpuMs: 0.2 },
  flip: { rowsRead: 20, rowsWritten: 5, cpuMs: 2 },
};

const DAYS_A_WEEK = 7;

const NOBODY: Lookers = { tabs: 0, viewers: 0 };

/** How often a day an open page asks: a tab each ten seconds, a shared link each thirty. */
const ASKS_A_DAY = { tab: MINUTES_A_DAY * 6, viewer: MINUTES_A_DAY * 2 };

/**
 * What a look takes, by `test/api/pages-cost.test.ts` and `shared-views.test.ts`: an answer that nothing has changed; a
 * page drawn again, for each tab once a tick; a shared one, for all of its viewers at most each thirty seconds.
 */
const LOOKS: Record<"same" | "page" | "shared", Pick<Usage, "rowsRead" | "cpuMs">> = {
  same: { rowsRead: 3, cpuMs: 0.5 },
  page: { rowsRead: 650, cpuMs: 3 },
  shared: { rowsRead: 400, cpuMs: 3 },
};

/** What looking takes of the platform a day. */
function lookingOf({ tabs, viewers }: Lookers): Pick<Usage, "requests" | "rowsRead" | "cpuMs"> {
  const same = tabs * ASKS_A_DAY.tab + viewers * ASKS_A_DAY.viewer;
  const times = { same, page: tabs * MINUTES_A_DAY, shared: viewers === 0 ? 0 : ASKS_A_DAY.viewer };
  const sum = (what: "rowsRead" | "cpuMs") =>
    Object.entries(times).reduce((all, [name, count]) => all + count * LOOKS[name as keyof typeof LOOKS][what], 0);
  return { requests: same, rowsRead: sum("rowsRead"), cpuMs: sum("cpuMs") };
}

/** What polling takes of the platform a day, telling of starts and ends, and looking. */
function usageOf(
  { calls, asked, habitual: predictable, perMinute, shortestMs, rate }: Watching,
  lookers: Lookers,
  limits: Limits,
): Usage {
  const between = ticksBetween(0, shortestMs, limits.betweenMs).length * MINUTES_A_DAY;
  const ticks = MINUTES_A_DAY + between;
  const poll = Math.min(asked, perMinute) * MINUTES_A_DAY;
  // The first batch of a tick is polled by the tick.
  const batch = Math.max(Math.min(ticks, poll), poll / limits.batch.calls);
  const handed = batch - Math.min(ticks, batch);
  const flip = (2 * predictable * rate) / DAYS_A_WEEK;
  const times = { tick: ticks, sheet: ticks * Math.ceil(calls / SHEET_SIZE), batch, poll, flip };
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
