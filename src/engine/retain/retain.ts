import { DAY_MS } from "../../core/duration.ts";
import { SIGN_IN_MS } from "../../core/sign-in.ts";
import type { RetentionLimits } from "../../core/limits.ts";

/** What expires. */
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

/** The result of one deletion. */
interface Deletion {
  deleted: number;
  /** Rows written, as D1 bills them. */
  written: number;
}

export interface RetainDeps {
  /**
   * Deletes up to `max` rows older than an instant (epoch ms), the oldest first. The age of silences counts from their
   * end. Sign-ins include those of expired tokens and of an earlier `ADMIN_TOKEN`. With deliveries, those that wait for
   * a deleted channel are suppressed.
   */
  forget(sort: Sort, before: number, max: number): Promise<Deletion>;
  /** The limits of the plan. */
  limits: RetentionLimits;
  /** Sorts with rows left, as far as this process knows. They continue in the next tick. */
  behind: Set<Sort>;
  /** Encrypts up to `max` secrets of an earlier key again: settings of channels, and the service's account. */
  renew(max: number): Promise<void>;
  /** D1 statements that this invocation has left. */
  statementsLeft(): number;
  wallNow(): number;
}

const STEP_MS = 60_000;
const STEPS_A_ROUND = 10;
const MAX_RENEWED = 50;

/** Batches of a silence's last tick may look it up for a while after its end. */
const SILENCE_STORED_MS = 3_600_000;

/** A large write has finished long before. The parts of an aborted one are useless. */
const WRITE_PARTS_STORED_MS = 3_600_000;

/** The maximum of statements per step. Encrypting again reads everything, and writes channels and the account. */
const STEP_STATEMENTS = 2;
const RENEW_STATEMENTS = 3;

/** The maximum share of the time between two ticks that deleting may take. */
const MAX_OF_SPACING = 1 / 20;

/** Statements that catching up leaves for the rest of the invocation. */
const RESERVED_STATEMENTS = 100;

/** Rows written per deleted row: a trigger counts deliveries, parts have one index entry, sign-ins two. */
const written = (sort: Sort): number =>
  sort === "deliveries" || sort === "writeParts" ? 2 : sort === "signIns" ? 3 : 1;

/**
 * The share of a step's rows that a sort may write. Events and deliveries are nearly everything that grows; sign-ins
 * are bounded.
 */
const share = (sort: Sort): number => (sort === "events" || sort === "deliveries" ? 1 : sort === "signIns" ? 0.1 : 0.2);

/** The instant before which each sort expires. The audit log, stored requests and sign-ins use the wall clock. */
const BEFORE: Record<Sort, (now: number, wallNow: number, retentionMs: number) => number> = {
  events: (now, _wall, retentionMs) => now - retentionMs,
  deliveries: (now, _wall, retentionMs) => now - retentionMs,
  editions: (now, _wall, retentionMs) => now - retentionMs,
  silences: (now) => now - SILENCE_STORED_MS,
  series: (now, _wall, retentionMs) => now - retentionMs,
  audit: (_now, wall, retentionMs) => wall - retentionMs,
  requests: (_now, wall) => wall - DAY_MS,
  signIns: (_now, wall) => wall - SIGN_IN_MS,
  writeParts: (_now, wall) => wall - WRITE_PARTS_STORED_MS,
};

const SORTS = Object.keys(BEFORE) as Sort[];
const STEPS = [...SORTS, "renew"] as const;

/**
 * Deletes expired rows. Each minute has one sort, so each sort has a turn in ten minutes, until no row older than
 * `days` is left or the step has used its time or rows. In another minute, secrets of old encryption keys are encrypted
 * again. Ticks further apart do several steps. If the plan allows it, unfinished sorts continue in every tick.
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
  // The order rotates, so that no sort waits for all others.
  for (const sort of SORTS.map((_, index) => SORTS[(index + last) % SORTS.length]!))
    if (deps.behind.has(sort) && !done.has(sort) && deps.wallNow() < until) await forgetSort(sort);
}

/** Deletes rows of a sort in several statements. Returns true if some are left. */
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
