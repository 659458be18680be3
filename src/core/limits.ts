/** What one invocation may do; the local runtime enforces none of it, so the engine does. */
export interface Limits {
  /** Upstream calls of a batch: as many targets, where each takes one. */
  batch: number;
  /** Calls to the outside: upstream and destinations together. */
  fetches: number;
  /** D1 statements, each of a D1 batch counted. */
  statements: number;
  /** Deliveries that one run takes at the most. */
  deliveries: number;
  /** Queue operations that a day has; a message takes three (write, read, delete). */
  queueOperations: number;
  /** Pictures that are drawn for one message: each takes some milliseconds of the CPU time. */
  pictures: number;
}

const free: Limits = {
  batch: 40,
  fetches: 50,
  statements: 50,
  deliveries: 30,
  queueOperations: 10_000,
  pictures: 1,
};

/**
 * Cloudflare's free and paid plans (limits of 2026), and one's own machine. `tight` is the free plan's invocation on a
 * queue whose days have no end: for measuring, on no account.
 */
export const LIMITS: Record<"free" | "paid" | "local" | "tight", Limits> = {
  free,
  paid: { batch: 200, fetches: 10_000, statements: 1000, deliveries: 200, queueOperations: Infinity, pictures: 8 },
  local: {
    batch: 200,
    fetches: 100_000,
    statements: 100_000,
    deliveries: 500,
    queueOperations: Infinity,
    pictures: 8,
  },
  tight: { ...free, queueOperations: Infinity },
};

const OPERATIONS_A_MESSAGE = 3;
const MINUTES_A_DAY = 1440;

/** Batches a minute that a day's queue operations carry, beside the one that the tick polls itself. */
const batchesCarried = ({ queueOperations }: Limits): number =>
  Math.floor(queueOperations / (OPERATIONS_A_MESSAGE * MINUTES_A_DAY));

/** The most polls a minute that a plan carries, one call each; Infinity where nothing ends them. */
export const mostPolls = (limits: Limits): number => (batchesCarried(limits) + 1) * limits.batch;

/** Why a plan carries no more polls a minute than that, in figures. */
export function mostPollsText(limits: Limits): string {
  const carried = batchesCarried(limits);
  const operations = (batches: number) => batches * OPERATIONS_A_MESSAGE * MINUTES_A_DAY;
  return (
    `${mostPolls(limits)}: a tick polls ${limits.batch} itself and hands batches of ${limits.batch} to the queue, and ` +
    `${carried} of them a minute are ${carried} × ${OPERATIONS_A_MESSAGE} × ${MINUTES_A_DAY} = ${operations(carried)} ` +
    `of the ${limits.queueOperations} queue operations of a day; ${carried + 1} would be ${operations(carried + 1)}`
  );
}
