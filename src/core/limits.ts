import type { BatchSize } from "./budget.ts";
import type { Rows } from "./database-use.ts";

/** How much a tick may delete of what is older than the retention. */
export interface RetentionLimits {
  /** Rows written by one step for events or deliveries, of which each has a step every ten minutes; other sorts get a fifth, sign-ins a tenth. */
  rowsWritten: number;
  /** Rows deleted by one statement: others who use the database wait no longer than it takes. */
  rowsAStatement: number;
  /** No deletion starts later than this after the first of a tick, milliseconds of the wall clock. */
  sliceMs: number;
  /** True where a sort that is not done goes on in every tick. */
  everyTick: boolean;
}

/** How many polls of a batch wait for an answer at once: the more, the longer the service takes. */
export interface SideBySide {
  /** However soon it answers. */
  least: number;
  /** However late. */
  most: number;
}

/** The platform lets six connections of an invocation wait; what is beyond waits for one of them. */
const SIX: SideBySide = { least: 6, most: 6 };

/** Batches that are polled at once on one's own machine: the one of the tick, and those that the queue hands over together. */
export const BATCHES_AT_ONCE = 9;

/** A tick's batches are read within this time, so that commits and the next tick have some of the minute, milliseconds. */
const READ_WITHIN_MS = 40_000;
const [SHORTEST_READ_MS, LONGEST_READ_MS] = [2000, 15_000];

/**
 * How wide a batch of so many polls is read, one of so many of its tick, where an answer takes `latencyMs`: the first answer is
 * awaited before it widens.
 */
export function widthFor({ least, most: max }: SideBySide, polls: number, batches: number, latencyMs: number): number {
  const share = (READ_WITHIN_MS * BATCHES_AT_ONCE) / Math.max(1, batches);
  const readMs = Math.min(LONGEST_READ_MS, Math.max(SHORTEST_READ_MS, share));
  const left = Math.max(latencyMs, readMs - latencyMs, 1);
  return Math.min(max, Math.max(least, Math.ceil((polls * latencyMs) / left)));
}

/** The same where at most `calls` wait at once, of all batches together. */
export const withinCalls = (calls: number): SideBySide => {
  const max = Math.max(1, Math.floor(calls / BATCHES_AT_ONCE));
  return { least: Math.min(20, max), most: max };
};

/** What one invocation may do; the local runtime enforces none of it, so the engine does. */
export interface Limits {
  /** What a batch holds: upstream calls, and CPU in live checks, of which the free plan's 10 ms do forty. */
  batch: BatchSize;
  /** Calls to the outside: upstream and destinations together. */
  fetches: number;
  /** Polls of a batch that wait for an answer at once. */
  sideBySide: SideBySide;
  /** D1 statements, each of a D1 batch counted. */
  statements: number;
  /** Deliveries that one run takes at the most. */
  deliveries: number;
  /** Channels that one run sends to at once: the platform lets six connections wait. */
  channelsAtOnce: number;
  /** Rows of the database that a day has; null for as many as are paid for. */
  rowsADay: Rows | null;
  /** Queue operations that a day has; a message takes three (write, read, delete). */
  queueOperations: number;
  /** The least time between two ticks, where a tick of the cron trigger has others follow it; Infinity for none. */
  betweenMs: number;
  /** Pictures that are drawn for one message: each takes some milliseconds of the CPU time. */
  pictures: number;
  /** Rows that one answer as CSV has before it is streamed, or ends where few statements are left: each takes some hundredths of a millisecond of the CPU time. */
  csvRows: number;
  retention: RetentionLimits;
}

const free: Limits = {
  batch: { calls: 40, cpu: 40 },
  fetches: 50,
  sideBySide: SIX,
  statements: 50,
  deliveries: 30,
  channelsAtOnce: SIX.most,
  rowsADay: { read: 5_000_000, written: 100_000 },
  queueOperations: 10_000,
  betweenMs: Infinity,
  pictures: 1,
  csvRows: 250,
  // 144 steps a day of each sort: at most 26,784 of the 100,000 rows written that a day has.
  retention: { rowsWritten: 60, rowsAStatement: 60, sliceMs: 1000, everyTick: false },
};

/**
 * Cloudflare's free and paid plans (limits of 2026), and one's own machine. `tight` is the free plan's invocation on a
 * queue whose days have no end: for measuring, on no account.
 */
export const LIMITS: Record<"free" | "paid" | "local" | "tight", Limits> = {
  free,
  paid: {
    batch: { calls: 200, cpu: 4000 },
    fetches: 10_000,
    sideBySide: SIX,
    statements: 1000,
    deliveries: 200,
    channelsAtOnce: SIX.most,
    rowsADay: null,
    queueOperations: Infinity,
    betweenMs: 10_000,
    pictures: 8,
    csvRows: 10_000,
    retention: { rowsWritten: 30_000, rowsAStatement: 500, sliceMs: 3000, everyTick: false },
  },
  local: {
    batch: { calls: 200, cpu: 4000 },
    fetches: 100_000,
    sideBySide: withinCalls(500),
    statements: 100_000,
    deliveries: 500,
    // What many channels are sent at once is settled in one batch of statements.
    channelsAtOnce: 100,
    rowsADay: null,
    queueOperations: Infinity,
    // The local host ticks as often as it is told to.
    betweenMs: Infinity,
    pictures: 8,
    csvRows: 10_000,
    retention: { rowsWritten: 100_000, rowsAStatement: 2000, sliceMs: 3000, everyTick: true },
  },
  tight: { ...free, queueOperations: Infinity, rowsADay: null },
};

/** A message of a queue is written, read and deleted. */
export const OPERATIONS_A_MESSAGE = 3;

export const MINUTES_A_DAY = 1440;

/** Batches a minute that a day's queue operations carry, beside the one that the tick polls itself. */
const batchesCarried = ({ queueOperations }: Limits): number =>
  Math.floor(queueOperations / (OPERATIONS_A_MESSAGE * MINUTES_A_DAY));

/** The most polls a minute that a plan carries, one call each; Infinity where nothing ends them. */
export const maxPolls = (limits: Limits): number => (batchesCarried(limits) + 1) * limits.batch.calls;

/** Why a plan carries no more polls a minute than that, in figures. */
export function maxPollsText(limits: Limits): string {
  const carried = batchesCarried(limits);
  const operations = (batches: number) => batches * OPERATIONS_A_MESSAGE * MINUTES_A_DAY;
  return (
    `${maxPolls(limits)}: a tick polls ${limits.batch.calls} itself and hands batches of ${limits.batch.calls} to the queue, and ` +
    `${carried} of them a minute are ${carried} × ${OPERATIONS_A_MESSAGE} × ${MINUTES_A_DAY} = ${operations(carried)} ` +
    `of the ${limits.queueOperations} queue operations of a day; ${carried + 1} would be ${operations(carried + 1)}`
  );
}

/** Calls that an invocation keeps for what its polls find. */
const STORED_CALLS = 6;

/** The most upstream calls that one invocation can make, whatever its batches. */
export const ownCalls = ({ fetches }: Limits): number => fetches - STORED_CALLS;

/** Statements that a batch beyond the invocation's own takes at the most, and a run of deliveries after it. */
const BATCH_STATEMENTS = 24;

/** Batches beyond the invocation's own are begun within this time. */
const LONGEST_MS = 45_000;

/** Upstream calls that an invocation can still make for batches that no queue takes; `spent` is what it did so far. */
export const callsLeft = (limits: Limits, spent: Pick<Limits, "fetches" | "statements">, elapsedMs: number): number =>
  elapsedMs > LONGEST_MS || limits.statements - spent.statements < BATCH_STATEMENTS
    ? 0
    : ownCalls(limits) - spent.fetches;
