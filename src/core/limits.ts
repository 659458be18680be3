import type { BatchSize } from "./budget.ts";

/** What one invocation may do; the local runtime enforces none of it, so the engine does. */
export interface Limits {
  /** What a batch holds: upstream calls, and CPU in live checks, of which the free plan's 10 ms do forty. */
  batch: BatchSize;
  /** Calls to the outside: upstream and destinations together. */
  fetches: number;
  /** D1 statements, each of a D1 batch counted. */
  statements: number;
  /** Deliveries that one run takes at the most. */
  deliveries: number;
  /** Pictures that are drawn for one message: each takes some milliseconds of the CPU time. */
  pictures: number;
}

/** Cloudflare's free and paid plans (limits of 2026), and one's own machine. */
export const LIMITS: Record<"free" | "paid" | "local", Limits> = {
  free: { batch: { calls: 40, cpu: 40 }, fetches: 50, statements: 50, deliveries: 30, pictures: 1 },
  paid: { batch: { calls: 200, cpu: 4000 }, fetches: 10_000, statements: 1000, deliveries: 200, pictures: 8 },
  local: { batch: { calls: 200, cpu: 4000 }, fetches: 100_000, statements: 100_000, deliveries: 500, pictures: 8 },
};

/** Calls that an invocation keeps for what its polls find. */
export const KEPT_CALLS = 6;

/** The most upstream calls that one invocation can make, whatever its batches. */
export const ownCalls = ({ fetches }: Limits): number => fetches - KEPT_CALLS;
