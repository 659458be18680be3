import type { Limits } from "../../core/limits.ts";
import { MAX_CALLS } from "./sending.ts";
import { LONGEST_RUN_MS } from "./deliver.ts";

/** What an invocation may still do. */
export type Left = Pick<Limits, "fetches" | "statements">;

/** Statements that claiming deliveries takes: lists of what is due, the claim, what goes along, and its events. */
const TAKE_STATEMENTS = 3 + 2 + 2 + 2;

/** An attempt settles the delivery and its channel, and reads an edition or writes what an edited message says. */
const ATTEMPT_STATEMENTS = 3;

/** Kept free for the end: giving back what was not tried, and telling that a channel is gone (route, commit). */
const END_STATEMENTS = 2 + 9;

/** Few attempts make more calls: so many are claimed, and each begins only where there is room for the dearest. */
const USUAL_CALLS = 2;

const attempts = ({ fetches, statements }: Left, calls: number): number =>
  Math.min(Math.floor(fetches / calls), Math.floor((statements - END_STATEMENTS) / ATTEMPT_STATEMENTS));

/** How many attempts can still begin, however each goes. */
export const attemptsLeft = (left: Left): number => attempts(left, MAX_CALLS);

/** How many deliveries a run may claim; none or less where not one attempt would find room. */
export const claimsLeft = ({ fetches, statements }: Left): number => {
  const left = { fetches, statements: statements - TAKE_STATEMENTS };
  return attemptsLeft(left) < 1 ? 0 : attempts(left, USUAL_CALLS);
};

/** How long a claim lasts, where a call waits so long at the most: no attempt that a run began in time outlives it. */
export const leaseMs = (timeoutMs: number): number =>
  Math.max(120_000, LONGEST_RUN_MS + MAX_CALLS * timeoutMs + 10_000);
