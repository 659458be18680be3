import { delayByHabit, delayInTurn, type Delay, type Levels } from "../habit/delay.ts";
import { scarcityOf } from "../scarcity.ts";
import { SHEET_SIZE } from "../sheet.ts";
import type { BatchSize } from "../budget.ts";
import { paidDollars, reachOfFree, reachOfPaid, type Reach, type Usage } from "./quotas.ts";

/** What is watched, and with how much. */
export interface Watching {
  /** Targets that are polled, and what one poll of each of them takes, calls. */
  targets: number;
  calls: number;
  /** Calls a minute that their intervals ask for. */
  asked: number;
  /** The same of those that come and go. */
  habitual: number;
  habitualAsked: number;
  /** The budget, calls a minute. */
  perMinute: number;
  /** What a batch holds. */
  batch: BatchSize;
  /** Ticks between two of the cron trigger, and the time between ticks in all, milliseconds. */
  spacingMs: number;
  /** Starts a week of one that is off, and what stands in the profiles; none where nothing was learned. */
  rate: number;
  levels: Levels;
}

/** How polls are spent: all on time, in turn, or by habit. */
export type Way = "on_time" | "in_turn" | "by_habit";

/** What watching so much with so little comes to. */
export interface Plan {
  way: Way;
  /** How long after it happens a start is seen; null where nobody comes and goes. */
  delay: Delay | null;
  usage: Usage;
  free: Reach;
  paid: Reach & { dollars: number };
}

const MINUTES_A_DAY = 1440;
const DAYS_A_WEEK = 7;
const MOST_SHARES = 3;

/** Plans what is watched by the functions that poll it. Pure. */
export function planOf(watching: Watching): Plan {
  const usage = usageOf(watching);
  return {
    ...foundAfter(watching),
    usage,
    free: reachOfFree(usage),
    paid: { ...reachOfPaid(usage), dollars: paidDollars(usage) },
  };
}

/** How polls are spent, and how soon a start is seen. */
export function foundAfter(
  watching: Pick<Watching, "asked" | "perMinute" | "calls" | "habitual" | "habitualAsked" | "levels">,
): { way: Way; delay: Delay | null } {
  const { asked, perMinute, calls, habitual, habitualAsked, levels } = watching;
  const scarcity = scarcityOf(asked, perMinute, calls);
  const gapSeconds = habitualAsked === 0 ? 0 : (60 * habitual) / habitualAsked;
  const none = habitual === 0;
  if (scarcity === null) return { way: "on_time", delay: none ? null : delayInTurn(gapSeconds) };
  if (levels.length === 0) return { way: "in_turn", delay: none ? null : delayInTurn(gapSeconds * scarcity.stretch) };
  const own = 60 / (gapSeconds * scarcity.stretch);
  const longest = Math.max(gapSeconds, (MOST_SHARES * scarcity.fairMs) / 1000) / 60;
  return {
    way: "by_habit",
    delay: none ? null : delayByHabit(levels, own, Math.min(1, gapSeconds / 60), longest),
  };
}

/** What each of these takes of the platform; measured by `npm run bench -- --only rows`. */
const TAKES = {
  tick: { rowsRead: 30, rowsWritten: 1, cpuMs: 6 },
  sheet: { rowsRead: 3, rowsWritten: 1, cpuMs: 1.5 },
  batch: { rowsRead: 8, rowsWritten: 1, cpuMs: 3 },
  poll: { rowsRead: 1, rowsWritten: 0, cpuMs: 0.2 },
  flip: { rowsRead: 30, rowsWritten: 6, cpuMs: 2 },
} satisfies Record<string, Pick<Usage, "rowsRead" | "rowsWritten" | "cpuMs">>;

const OPERATIONS_A_MESSAGE = 3;

/** What polling takes of the platform a day, and telling of starts and ends. */
function usageOf({ targets, asked, habitual, perMinute, batch, spacingMs, rate }: Watching): Usage {
  const ticks = (MINUTES_A_DAY * 60_000) / spacingMs;
  const calls = Math.min(asked, perMinute) * MINUTES_A_DAY;
  const batches = calls === 0 ? 0 : Math.max(ticks * Math.min(1, calls / ticks), calls / batch.calls);
  // The first batch of a tick is polled by the tick.
  const handed = Math.max(0, batches - ticks);
  const between = ticks - MINUTES_A_DAY;
  const flips = (2 * habitual * rate) / DAYS_A_WEEK;
  const times = {
    tick: ticks,
    sheet: ticks * Math.ceil(targets / SHEET_SIZE),
    batch: batches,
    poll: calls,
    flip: flips,
  };
  const sum = (what: "rowsRead" | "rowsWritten" | "cpuMs"): number =>
    Object.entries(times).reduce((all, [name, count]) => all + count * TAKES[name as keyof typeof TAKES][what], 0);
  return {
    calls,
    requests: ticks + handed + flips,
    rowsRead: sum("rowsRead"),
    rowsWritten: sum("rowsWritten"),
    queueOperations: OPERATIONS_A_MESSAGE * (handed + between + flips),
    cpuMs: sum("cpuMs"),
  };
}
