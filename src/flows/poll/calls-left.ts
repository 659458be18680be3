import { ownCalls, type Limits } from "../../core/limits.ts";

/** Statements that a batch beyond the invocation's own takes at the most, and a run of deliveries after it. */
const BATCH_STATEMENTS = 24;

/** Batches beyond the invocation's own are begun within this time. */
const LONGEST_MS = 45_000;

/** Upstream calls that an invocation can still make for batches that no queue takes; `spent` is what it did so far. */
export const callsLeft = (limits: Limits, spent: Pick<Limits, "fetches" | "statements">, elapsedMs: number): number =>
  elapsedMs > LONGEST_MS || limits.statements - spent.statements < BATCH_STATEMENTS
    ? 0
    : ownCalls(limits) - spent.fetches;
