import { DAY_MS } from "../../core/duration.ts";

/** Deletes up to `most` rows of what is older than the instant (epoch ms), the oldest first. */
type Forget = (before: number, most: number) => Promise<void>;

export interface RetainDeps {
  forgetEvents: Forget;
  /** Also suppresses what waits for a channel that is no more. */
  forgetDeliveries: Forget;
  /** What was written of digests. */
  forgetEditions: Forget;
  /** Silences that ended before the instant. */
  forgetSilences: Forget;
  /** Time series. */
  forgetSamples: Forget;
  /** The audit log; `before` by the wall clock. */
  forgetAudit: Forget;
  /** Requests that were to be carried out once; `before` by the wall clock. */
  forgetRequests: Forget;
  /** Seals anew what an earlier encryption key sealed, some channels at a time. */
  renew(most: number): Promise<void>;
  /** D1 statements that this invocation may still ask. */
  statementsLeft(): number;
  wallNow(): number;
}

const STEP_MS = 60_000;
const STEPS_A_ROUND = 10;
const MOST_AT_ONCE = 500;
const MOST_RENEWED = 50;

/** Those that made a silence may still look it up a while after its end; batches of its last tick are in by then. */
const SILENCE_KEPT_MS = 3_600_000;

/** No step asks more statements than this. */
const STEP_STATEMENTS = 2;

type Step = (now: number, days: number, deps: RetainDeps) => Promise<void>;

const STEPS: Step[] = [
  (now, days, deps) => deps.forgetEvents(now - days * DAY_MS, MOST_AT_ONCE),
  (now, days, deps) => deps.forgetDeliveries(now - days * DAY_MS, MOST_AT_ONCE),
  (now, days, deps) => deps.forgetEditions(now - days * DAY_MS, MOST_AT_ONCE),
  (now, _days, deps) => deps.forgetSilences(now - SILENCE_KEPT_MS, MOST_AT_ONCE),
  (now, days, deps) => deps.forgetSamples(now - days * DAY_MS, MOST_AT_ONCE),
  (_now, days, deps) => deps.forgetAudit(deps.wallNow() - days * DAY_MS, MOST_AT_ONCE),
  (_now, _days, deps) => deps.forgetRequests(deps.wallNow() - DAY_MS, MOST_AT_ONCE),
  (_now, _days, deps) => deps.renew(MOST_RENEWED),
];

/**
 * Keeps the database flat: in each round of ten minutes some of what is older than `days` goes, one sort in a minute, so
 * that it takes a tick next to nothing; and what is sealed with an old key is sealed anew. Ticks far apart do several.
 * What finds no statement left waits for the next round.
 */
export async function retain(now: number, lastTickAt: number, days: number, deps: RetainDeps): Promise<void> {
  const last = Math.floor(now / STEP_MS);
  const first = Math.max(Math.floor(lastTickAt / STEP_MS) + 1, last - STEPS_A_ROUND + 1);
  for (let minute = first; minute <= last; minute++) {
    if (deps.statementsLeft() < STEP_STATEMENTS) return;
    await STEPS[minute % STEPS_A_ROUND]?.(now, days, deps);
  }
}
