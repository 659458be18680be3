import { DAY_MS } from "../../core/duration.ts";
import { SIGN_IN_MS } from "../../core/sign-in.ts";
import type { RetentionLimits } from "../../core/limits.ts";

/** What goes when it is old. */
export type Sort =
  | "events"
  | "deliveries"
  | "editions"
  | "silences"
  | "series"
  | "audit"
  | "requests"
  | "signIns"
  | "writeParts";

/** What one deletion came to. */
interface Forgotten {
  deleted: number;
  /** Rows written as the database bills them. */
  written: number;
}

export interface RetainDeps {
  /**
   * Deletes up to `most` rows of what is older than the instant (epoch ms), the oldest first. Silences are as old as
   * their end. With sign-ins also those of tokens that have expired and of an earlier `ADMIN_TOKEN`. With deliveries it also suppresses those that wait for a channel that is no more.
   */
  forget(sort: Sort, before: number, max: number): Promise<Forgotten>;
  /** How much the plan allows. */
  limits: RetentionLimits;
  /** The sorts of which rows were left over, as far as this process knows: they go on in the next tick. */
  behind: Set<Sort>;
  /** Seals anew up to so much of what an earlier encryption key sealed: settings of channels, the service's account. */
  renew(max: number): Promise<void>;
  /** D1 statements that this invocation may still ask. */
  statementsLeft(): number;
  wallNow(): number;
}

const STEP_MS = 60_000;
const STEPS_A_ROUND = 10;
const MAX_RENEWED = 50;

/** Those that made a silence may still look it up a while after its end; batches of its last tick are in by then. */
const SILENCE_STORED_MS = 3_600_000;

/** A large write is over long before; what it left when it broke off is of no use. */
const WRITE_PARTS_STORED_MS = 3_600_000;

/** No step asks more statements than this; sealing anew reads all, and writes channels and the account. */
const STEP_STATEMENTS = 2;
const RENEW_STATEMENTS = 3;

/** Where ticks come often, deleting takes no more of the time between two than this. */
const MAX_OF_SPACING = 1 / 20;

/** Statements that catching up leaves to whatever comes after it in the same invocation. */
const RESERVED_STATEMENTS = 100;

/** Rows written for each row deleted: deliveries are counted by a trigger, parts have an index entry, sign-ins two. */
const written = (sort: Sort): number =>
  sort === "deliveries" || sort === "writeParts" ? 2 : sort === "signIns" ? 3 : 1;

/** How much of a step's rows a sort may write: nearly everything that grows is events and deliveries; sign-ins are bounded. */
const share = (sort: Sort): number => (sort === "events" || sort === "deliveries" ? 1 : sort === "signIns" ? 0.1 : 0.2);

/** Before which instant each sort goes; the audit log, remembered requests and sign-ins are dated by the wall clock. */
const BEFORE: Record<Sort, (now: number, wallNow: number, storedMs: number) => number> = {
  events: (now, _wall, storedMs) => now - storedMs,
  deliveries: (now, _wall, storedMs) => now - storedMs,
  editions: (now, _wall, storedMs) => now - storedMs,
  silences: (now) => now - SILENCE_STORED_MS,
  series: (now, _wall, storedMs) => now - storedMs,
  audit: (_now, wall, storedMs) => wall - storedMs,
  requests: (_now, wall) => wall - DAY_MS,
  signIns: (_now, wall) => wall - SIGN_IN_MS,
  writeParts: (_now, wall) => wall - WRITE_PARTS_STORED_MS,
};

const SORTS = Object.keys(BEFORE) as Sort[];
const STEPS = [...SORTS, "renew"] as const;

/**
 * Keeps the database from growing: one sort a minute, each once in ten minutes, loses what is older than `days`, until
 * nothing is left or the step has used its time or its rows; in another minute what is sealed with an old key is sealed
 * anew. Ticks far apart do several steps. Where the plan allows it, a sort that is not done goes on in every tick until it is.
 */
export async function retain(now: number, lastTickAt: number, days: number, deps: RetainDeps): Promise<void> {
  const until = deps.wallNow() + Math.min(deps.limits.sliceMs, (now - lastTickAt) * MAX_OF_SPACING);
  const last = Math.floor(now / STEP_MS);
  const first = Math.max(Math.floor(lastTickAt / STEP_MS) + 1, last - STEPS_A_ROUND + 1);
  const done = new Set<Sort>();
  const forgetSort = async (sort: Sort) => {
    done.add(sort);
    const left = await forgetUntil(sort, BEFORE[sort](now, deps.wallNow(), days * DAY_MS), until, deps);
    if (left) deps.behind.add(sort);
    else deps.behind.delete(sort);
  };
  for (let minute = first; minute <= last; minute++) {
    const step = STEPS[minute % STEPS_A_ROUND];
    if (deps.statementsLeft() < (step === "renew" ? RENEW_STATEMENTS : STEP_STATEMENTS)) return;
    if (step === "renew") await deps.renew(MAX_RENEWED);
    else if (step) await forgetSort(step);
  }
  if (!deps.limits.everyTick) return;
  // Another one is first in each tick, so that none waits for all the others.
  for (const sort of SORTS.map((_, index) => SORTS[(index + last) % SORTS.length]!))
    if (deps.behind.has(sort) && !done.has(sort) && deps.wallNow() < until) await forgetSort(sort);
}

/** Deletes rows of a sort, some hundred a statement, as long as there are any; true where some are left. */
async function forgetUntil(sort: Sort, before: number, until: number, deps: RetainDeps): Promise<boolean> {
  let rows = Math.ceil(deps.limits.rowsWritten * share(sort));
  for (let statements = STEP_STATEMENTS; ; statements = STEP_STATEMENTS + RESERVED_STATEMENTS) {
    const max = Math.min(deps.limits.rowsAStatement, Math.floor(rows / written(sort)));
    if (max <= 0 || deps.statementsLeft() < statements) return true;
    const forgotten = await deps.forget(sort, before, max);
    if (forgotten.deleted < max) return false;
    rows -= Math.max(forgotten.written, forgotten.deleted * written(sort));
    if (deps.wallNow() >= until) return true;
  }
}
