import type { Limits } from "../../core/limits.ts";
import { MAX_CALLS } from "./sending.ts";
import { LONGEST_RUN_MS } from "./run.ts";

/** What an invocation may still use. */
export type Left = Pick<Limits, "fetches" | "statements">;

/** Statements to claim deliveries: the lists of due ones, the claim, follow-ups, and events. */
const TAKE_STATEMENTS = 3 + 2 + 2 + 2;

/**
 * Statements of an attempt: it records the outcome for delivery and channel, and reads an edition or writes the lines
 * of an edited message.
 */
const ATTEMPT_STATEMENTS = 3;

/**
 * Reserved for the end: releasing what was not tried, and reporting a channel without a destination (route, commit).
 */
const END_STATEMENTS = 2 + 9;

/**
 * Most attempts make no more calls. Claims are counted by this, but an attempt only starts if the maximum is available.
 */
const USUAL_CALLS = 2;

const attempts = ({ fetches, statements }: Left, calls: number): number =>
  Math.min(Math.floor(fetches / calls), Math.floor((statements - END_STATEMENTS) / ATTEMPT_STATEMENTS));

/** The number of attempts that can still start, whatever happens in them. */
export const attemptsLeft = (left: Left): number => attempts(left, MAX_CALLS);

/** The number of deliveries that a run may claim; zero or less if there is no capacity for a single attempt. */
export const claimsLeft = ({ fetches, statements }: Left): number => {
  const left = { fetches, statements: statements - TAKE_STATEMENTS };
  return attemptsLeft(left) < 1 ? 0 : attempts(left, USUAL_CALLS);
};

/**
 * The duration of a claim, milliseconds, for a timeout per call. It outlasts every attempt that a run starts in time.
 */
export const leaseMs = (timeoutMs: number): number =>
  Math.max(120_000, LONGEST_RUN_MS + MAX_CALLS * timeoutMs + 10_000);
