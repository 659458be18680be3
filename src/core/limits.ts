import type { BatchSize } from "./budget.ts";
import type { Rows } from "./database-use.ts";

/** How much a tick may delete of expired rows. */
export interface RetentionLimits {
  /**
   * Rows that one step for events or deliveries may write; each has a step every ten minutes. Other tables get a fifth,
   * sign-ins a tenth.
   */
  rowsWritten: number;
  /** Rows deleted by one statement. Other users of the database wait that long. */
  rowsAStatement: number;
  /** No deletion starts later than this after the first of a tick, milliseconds of wall time. */
  sliceMs: number;
  /** True if an unfinished table continues in the next tick. */
  everyTick: boolean;
}

/** The number of polls of a batch that run concurrently. The slower the service answers, the more. */
export interface SideBySide {
  /** However fast the service answers. */
  least: number;
  /** However slow it is. */
  most: number;
}

/** Workers allow six open connections per invocation; further ones wait. */
const SIX: SideBySide = { least: 6, most: 6 };

/** Batches that run concurrently when self-hosted: that of the tick and those that the queue delivers together. */
export const BATCHES_AT_ONCE = 9;

/** Time within which all batches of a tick are polled, milliseconds. The rest of the minute is for commits. */
const READ_WITHIN_MS = 40_000;
const [SHORTEST_READ_MS, LONGEST_READ_MS] = [2000, 15_000];

/**
 * Returns the number of polls of a batch to run concurrently. The tick has `batches` batches, this one has `polls`, and
 * an answer takes `latencyMs`.
 */
export function widthFor({ least, most: max }: SideBySide, polls: number, batches: number, latencyMs: number): number {
  const share = (READ_WITHIN_MS * BATCHES_AT_ONCE) / Math.max(1, batches);
  const readMs = Math.min(LONGEST_READ_MS, Math.max(SHORTEST_READ_MS, share));
  const left = Math.max(latencyMs, readMs - latencyMs, 1);
  return Math.min(max, Math.max(least, Math.ceil((polls * latencyMs) / left)));
}

/** The limits if all batches together may have at most `calls` open calls. */
export const withinCalls = (calls: number): SideBySide => {
  const max = Math.max(1, Math.floor(calls / BATCHES_AT_ONCE));
  return { least: Math.min(20, max), most: max };
};

/** Limits of one invocation. The local runtime does not enforce them, so the engine does. */
export interface Limits {
  /** The size of a batch: upstream calls, and CPU in live checks. The free plan's 10 ms allow forty. */
  batch: BatchSize;
  /** Calls to the outside: to the polled service and to destinations. */
  fetches: number;
  /** Polls of a batch that run concurrently. */
  sideBySide: SideBySide;
  /** D1 statements; each statement of a D1 batch counts. */
  statements: number;
  /** Deliveries that one run claims. */
  deliveries: number;
  /** Channels that one run sends to concurrently. Workers allow six open connections. */
  channelsAtOnce: number;
  /** Daily database rows; null if the plan has no daily limit. */
  rowsADay: Rows | null;
  /** Queue operations per day. A message takes three: write, read, delete. */
  queueOperations: number;
  /** The minimum time between two ticks where sub-ticks follow a cron tick; Infinity for no sub-ticks. */
  betweenMs: number;
  /** Charts drawn for one message. Each takes some milliseconds of CPU time. */
  pictures: number;
  /**
   * Rows of a CSV answer that ends if few statements are left. Each takes some hundredths of a millisecond of CPU time.
   */
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
  // 144 steps per table and day: at most 26,784 of the 100,000 daily rows written.
  retention: { rowsWritten: 60, rowsAStatement: 60, sliceMs: 1000, everyTick: false },
};

/**
 * Limits of Cloudflare's free and paid plans (as of 2026), and of self-hosting. `tight` is an invocation of the free
 * plan with an unlimited queue: for measurements only, no account has it.
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
    // The outcomes of all channels are recorded in one batch of statements.
    channelsAtOnce: 100,
    rowsADay: null,
    queueOperations: Infinity,
    // The local host itself starts ticks as often as needed.
    betweenMs: Infinity,
    pictures: 8,
    csvRows: 10_000,
    retention: { rowsWritten: 100_000, rowsAStatement: 2000, sliceMs: 3000, everyTick: true },
  },
  tight: { ...free, queueOperations: Infinity, rowsADay: null },
};

/** A queue message is written, read and deleted. */
export const OPERATIONS_A_MESSAGE = 3;

export const MINUTES_A_DAY = 1440;

/** Batches per minute that the daily queue operations allow, besides the one that the tick polls itself. */
const batchesCarried = ({ queueOperations }: Limits): number =>
  Math.floor(queueOperations / (OPERATIONS_A_MESSAGE * MINUTES_A_DAY));

/** Batches per minute that the daily queue operations allow, with the tick's own; Infinity if unlimited. */
export const batchesAMinute = (limits: Limits): number => batchesCarried(limits) + 1;

/** The maximum of polls per minute on a plan, one call each; Infinity if unlimited. */
export const maxPolls = (limits: Limits): number => batchesAMinute(limits) * limits.batch.calls;

/** Explains that maximum in figures. */
export function maxPollsText(limits: Limits): string {
  const carried = batchesCarried(limits);
  const operations = (batches: number) => batches * OPERATIONS_A_MESSAGE * MINUTES_A_DAY;
  return (
    `${maxPolls(limits)}: a tick polls ${limits.batch.calls} itself and hands batches of ${limits.batch.calls} to the queue, and ` +
    `${carried} of them a minute are ${carried} × ${OPERATIONS_A_MESSAGE} × ${MINUTES_A_DAY} = ${operations(carried)} ` +
    `of the ${limits.queueOperations} queue operations of a day; ${carried + 1} would be ${operations(carried + 1)}`
  );
}

/** Calls that an invocation leaves for deliveries of what its polls find. */
const RESERVED_CALLS = 6;

/** The maximum of upstream calls that one invocation can make. */
export const ownCalls = ({ fetches }: Limits): number => fetches - RESERVED_CALLS;

/** Statements reserved for one more batch and a delivery run after it. */
const BATCH_STATEMENTS = 24;

/** The invocation starts no further batch after this time. */
const LONGEST_MS = 45_000;

/** Upstream calls left for batches that the queue did not accept. `spent` is what the invocation has used so far. */
export const callsLeft = (limits: Limits, spent: Pick<Limits, "fetches" | "statements">, elapsedMs: number): number =>
  elapsedMs > LONGEST_MS || limits.statements - spent.statements < BATCH_STATEMENTS
    ? 0
    : ownCalls(limits) - spent.fetches;
