import { LIMITS } from "../../core/limits.ts";

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
}

type DailyQuota = Exclude<keyof Usage, "calls">;

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
export interface Reach {
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
