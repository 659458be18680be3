import { DAY_MS } from "../../core/duration.ts";

/** What goes when it is old. */
export type Sort = "events" | "deliveries" | "editions" | "silences" | "series" | "audit" | "requests";

export interface RetainDeps {
  /**
   * Deletes up to `most` rows of what is older than the instant (epoch ms), the oldest first. Silences are as old as
   * their end. With deliveries it also suppresses those that wait for a channel that is no more.
   */
  forget(sort: Sort, before: number, most: number): Promise<void>;
  /** Seals anew what an earlier encryption key sealed, some channels at a time, and the service's account. */
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

/** No step asks more statements than this; sealing anew looks at channels and at the account. */
const STEP_STATEMENTS = 2;
const RENEW_STATEMENTS = 4;

/** Before which instant each sort goes; the audit log and remembered requests are dated by the wall clock. */
const BEFORE: Record<Sort, (now: number, wallNow: number, keptMs: number) => number> = {
  events: (now, _wall, keptMs) => now - keptMs,
  deliveries: (now, _wall, keptMs) => now - keptMs,
  editions: (now, _wall, keptMs) => now - keptMs,
  silences: (now) => now - SILENCE_KEPT_MS,
  series: (now, _wall, keptMs) => now - keptMs,
  audit: (_now, wall, keptMs) => wall - keptMs,
  requests: (_now, wall) => wall - DAY_MS,
};

const STEPS = [...(Object.keys(BEFORE) as Sort[]), "renew"] as const;

/**
 * Keeps the database flat: in each round of ten minutes some of what is older than `days` goes, one sort in a minute, so
 * that it takes a tick next to nothing; and what is sealed with an old key is sealed anew. Ticks far apart do several.
 * What finds no statement left waits for the next round.
 */
export async function retain(now: number, lastTickAt: number, days: number, deps: RetainDeps): Promise<void> {
  const last = Math.floor(now / STEP_MS);
  const first = Math.max(Math.floor(lastTickAt / STEP_MS) + 1, last - STEPS_A_ROUND + 1);
  for (let minute = first; minute <= last; minute++) {
    const step = STEPS[minute % STEPS_A_ROUND];
    if (deps.statementsLeft() < (step === "renew" ? RENEW_STATEMENTS : STEP_STATEMENTS)) return;
    if (step === "renew") await deps.renew(MOST_RENEWED);
    else if (step) await deps.forget(step, BEFORE[step](now, deps.wallNow(), days * DAY_MS), MOST_AT_ONCE);
  }
}
