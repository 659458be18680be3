import { type BatchSize, type Bucket, callsHeld, choose, FORGIVEN_LAPSES, refilled } from "../../core/budget.ts";
import { type Breakers, budgetRate, type CircuitBreaker, isHalfOpen, isShut } from "../../core/circuit-breaker.ts";
import { turnMs } from "../../core/knowledge.ts";
import { IDLE, type Load } from "../../core/load.ts";
import { earliest, type Scarcity, scarcityOf } from "../../core/scarcity.ts";
import {
  ALONE,
  nobodyShares,
  SHARED_CPU,
  type Sharing,
  type SharingOf,
  sizeAt,
  withNeighbours,
} from "../../core/shared-calls.ts";
import type { Entry } from "../../core/slot-entry.ts";
import { foldSheet } from "../../core/sheet.ts";
import { operationOfSlot } from "../../kinds/operations.ts";
import { predictedAfter, watchedAt } from "../plan/plan.ts";
import { type DelayRecord, levelsOf, NO_RECORD, recorded } from "../prediction/delay.ts";
import { priorOf, type StoredPrior } from "../prediction/population-prior.ts";
import { openedPrediction, type StoredPrediction } from "../prediction/schedule-prediction.ts";
import { type SlotCandidate, survey, type Survey, unclaimed } from "./assign.ts";
import { type Callable, callableAt, type FoldedSheet, inTurn } from "./callable.ts";
import type { TickRules, Timetable } from "./timetable.ts";
import { LIVE_CHECK } from "../../core/operation.ts";

/** The most calls for so many targets that a batch holds. */
const callsOfBatch = ({ calls, cpu }: BatchSize, perCall: number): number =>
  perCall === 1 ? calls : Math.max(1, Math.floor(Math.min(calls / callsHeld(perCall), cpu / (perCall * SHARED_CPU))));

/**
 * Which targets share calls at a tick, and how many creators one call asks for. A call asks for no more than what a
 * batch holds, and, where there are more targets than a minute's batches hold, for so many that the budget's calls fill
 * those: the rest waits as with too small a budget.
 */
function sharingIn(
  { many, sizes = {} }: Timetable,
  rules: TickRules,
  awake: readonly { entries: Map<string, Entry> }[],
  now: number,
  spacingMs: number,
): { sharingOf: SharingOf; perCall: number } {
  if (many === undefined || many.size === 0) return { sharingOf: nobodyShares, perCall: 1 };
  const held = Math.max(1, Math.floor(rules.batchSize.cpu / SHARED_CPU));
  const shared = new Map<string, Sharing>();
  for (const [key, most] of many) shared.set(key, { key, size: Math.min(held, sizeAt(most, sizes[key], now)) });
  const sharingOf: SharingOf = (entry) =>
    entry.alone || entry.lapses > FORGIVEN_LAPSES ? ALONE : (shared.get(operationOfSlot(entry) ?? "") ?? ALONE);
  const carried = carriedSize(rules, awake, sharingOf, spacingMs);
  for (const one of shared.values()) one.size = Math.min(one.size, carried);
  return { sharingOf, perCall: shared.get(LIVE_CHECK)?.size ?? 1 };
}

/** The most targets of a call with which the batches of a minute hold all calls of the budget; Infinity if they hold all targets. */
function carriedSize(
  { batches = Number.POSITIVE_INFINITY, batchSize, perMinute }: TickRules,
  awake: readonly { entries: Map<string, Entry> }[],
  sharingOf: SharingOf,
  spacingMs: number,
): number {
  if (!Number.isFinite(batches)) return Number.POSITIVE_INFINITY;
  let [own, needed] = [0, 0];
  const polls = new Map<number, number>();
  for (const { entries } of awake)
    for (const entry of entries.values()) {
      const each = 60_000 / Math.max(entry.intervalSeconds * 1000, spacingMs);
      const { size } = sharingOf(entry);
      if (size === 1) own += each * entry.calls * entry.cpuWeight;
      else polls.set(size, (polls.get(size) ?? 0) + each);
    }
  for (const [size, each] of polls) needed += Math.ceil(each / size) / callsOfBatch(batchSize, size);
  const left = Math.max(1, batches - Math.ceil(own / batchSize.cpu));
  if (needed <= left) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor(batchSize.cpu / SHARED_CPU / Math.ceil(perMinute / left)));
}

export interface PriorDeps {
  /** The predictions of a random sample of targets. */
  sampled(): Promise<StoredPrediction[]>;
  /**
   * The prior in force with the load and the budget (calls per minute), and the starts found since it was computed, by the milliseconds between the polls
   * that they came between; the latest ones if there are many.
   */
  inForce(): Promise<{ pool: StoredPrior; load: Partial<Load>; perMinute: number; startsMs: number[] }>;
  keepPool(prior: StoredPrior): Promise<void>;
}

/** The time between two updates of the population prior, which changes slowly. */
export const POOLED_EVERY_MS = 6 * 3_600_000;

/** Computes the population prior from a sample of predictions. */
export async function updatePrior(now: number, deps: PriorDeps): Promise<void> {
  const [sampled, before] = await Promise.all([deps.sampled(), deps.inForce()]);
  const predictions = sampled.map(openedPrediction);
  await deps.keepPool({
    ...priorOf(predictions),
    at: now,
    levels: levelsOf(predictions.map(({ profile }) => profile)),
    delays: delaysAfter(before),
  });
}

/** Compares the starts found since the last update with what was predicted then. */
function delaysAfter({
  pool: prior,
  load,
  startsMs,
  perMinute,
}: Awaited<ReturnType<PriorDeps["inForce"]>>): DelayRecord {
  const { delays = NO_RECORD } = prior;
  const { way, delay } = predictedAfter(watchedAt({ load: { ...IDLE, ...load }, pool: prior }, perMinute));
  return delay === null || way === "on_time" ? delays : recorded(delays, startsMs, delay);
}

/** Whom a tick polls, before it is said when they are polled next. */
export interface Choice {
  now: number;
  read: Timetable;
  folded: FoldedSheet[];
  /** The same without those that are not polled. */
  awake: FoldedSheet[];
  /** Those of them whose operation is not refused, and tests of the others. */
  callable: Callable;
  spacingMs: number;
  gate: CircuitBreaker | null;
  bucket: Bucket;
  seen: Survey;
  /** Null if the budget is sufficient. */
  scarcity: Scarcity | null;
  /** True if one test call is let through the open circuit breaker of the account. */
  careful: boolean;
  chosen: SlotCandidate[];
  /** Which targets share calls, and how many creators one call asks for. */
  sharingOf: SharingOf;
  perCall: number;
  /** Targets due by their intervals, those of them that are skipped, and the longest wait among these. */
  due: number;
  late: number;
  lagSeconds: number;
  /** The calls that this tick may grant. */
  tokens: number;
}

const LONGEST_SPACING_MS = 60_000;

/** Updates the sheets and chooses targets within the budget. Pure. */
export function choosing(now: number, rules: TickRules, read: Timetable): Choice {
  const folded = read.sheets.map((sheet) => ({
    sheet,
    ...foldSheet(sheet.entries, sheet.edits, read.endOf, now),
  }));
  const awake = read.resting.size === 0 ? folded : folded.map((one) => without(one, read.resting));
  const spacingMs = read.lastTickAt === 0 ? 0 : Math.min(LONGEST_SPACING_MS, now - read.lastTickAt);
  const breaker = read.gate === null ? null : opened(read.gate, now);
  // Negative if a batch that was refunded finished after all: its calls were made.
  const refund = { ...read, tokens: read.tokens + read.unspent - read.refunded };
  const rate = budgetRate(breaker, now);
  const bucket = refilled(refund, rules.perMinute, now, rate);
  const callable = callableAt(awake, read.breakers, now);
  const turn = turnMs({ ...IDLE, ...read.load }, rules.perMinute);
  const { sharingOf, perCall } = sharingIn(read, rules, awake, now, spacingMs);
  const seen = survey(awake, now, spacingMs, turn, sharingOf);
  const wanting = callable.folded === awake ? seen : survey(callable.folded, now, spacingMs, turn, sharingOf);
  const whole = Math.floor(bucket.tokens);
  // A tick chooses only what it can poll by itself while the queue refuses messages.
  const own = now <= read.queueRetryAt;
  const tokens = Math.min(whole, own ? rules.ownCalls : Number.POSITIVE_INFINITY);
  // The second of two batches would run out of statements, so one full batch polls more.
  const single = own && rules.ownCalls < 2 * rules.batchSize.calls;
  const polls = Math.min(tokens, single ? callsOfBatch(rules.batchSize, perCall) : Number.POSITIVE_INFINITY);
  const forPolls = read.connected ? polls : 0;
  const scarcity = scarcityOf(wanting.asked, rules.perMinute * rate, wanting.calls);
  const careful = breaker !== null && isHalfOpen(breaker, now);
  const everybody = scarcity === null && sharingOf === nobodyShares ? [] : unclaimed(callable.folded);
  const willing = (calls: number) =>
    scarcity === null
      ? withNeighbours(
          choose(wanting.due, calls, rules.perMinute, wanting.calls, now, sharingOf),
          everybody,
          sharingOf,
          now,
        )
      : earliest(everybody, calls, scarcity, now, sharingOf);
  // A test is one call.
  const tests = [...callable.tests.values()].slice(0, Math.max(0, forPolls));
  const chosen =
    breaker !== null && isShut(breaker, now)
      ? []
      : careful
        ? tester(awake, read.breakers, forPolls, now)
        : [...tests, ...willing(forPolls - tests.length)];
  const waiting = waitingOf(scarcity === null ? wanting.due : everybody, chosen, now, spacingMs);
  return {
    now,
    read,
    folded,
    awake,
    callable,
    spacingMs,
    gate: breaker,
    bucket,
    seen,
    scarcity,
    careful,
    chosen,
    sharingOf,
    perCall,
    tokens,
    ...waiting,
  };
}

/**
 * The target whose poll tests whether the account works again: one with a verdict if there is one, each in turn. None
 * whose own operation may not be called yet.
 */
function tester(awake: FoldedSheet[], breakers: Breakers, calls: number, now: number): SlotCandidate[] {
  const shut = new Set(Object.entries(breakers).flatMap(([name, one]) => (isShut(one, now) ? name : [])));
  const all = unclaimed(awake).filter(({ entry }) => !shut.has(operationOfSlot(entry) ?? ""));
  const best = all.filter(({ entry }) => entry.habitual);
  return calls < 1 || all.length === 0 ? [] : [inTurn(best.length > 0 ? best : all, now)];
}

const without = (one: FoldedSheet, resting: ReadonlySet<string>): FoldedSheet => ({
  ...one,
  entries: new Map([...one.entries].filter(([id]) => !resting.has(id))),
});

/** Who of these waits by what was asked for, whatever was planned, and how long who is not chosen has. */
function waitingOf(
  all: SlotCandidate[],
  chosen: SlotCandidate[],
  now: number,
  spacingMs: number,
): Pick<Choice, "due" | "late" | "lagSeconds"> {
  const taken = new Set(chosen.map(({ entry }) => entry));
  let [due, late, since] = [0, 0, now];
  for (const { entry } of all) {
    const at = requestedAt(entry);
    if (at > now && at >= now + spacingMs) continue;
    due += 1;
    if (taken.has(entry)) continue;
    late += 1;
    since = Math.min(since, at);
  }
  return { due, late, lagSeconds: (now - since) / 1000 };
}

/** The due time of the next poll by its interval. */
const requestedAt = ({ due, last, intervalSeconds }: Entry): number =>
  last === 0 ? due : Math.min(due, last + intervalSeconds * 1000);

/**
 * After a 429 calls are allowed again once the pause is over, and the budget starts to grow back. The breaker closes
 * when it is complete.
 */
function opened(breaker: CircuitBreaker, now: number): CircuitBreaker | null {
  if (breaker.reason !== "throttled" || isShut(breaker, now)) return breaker;
  const reopened = breaker.reopenedAt === 0 ? { ...breaker, reopenedAt: now } : breaker;
  return budgetRate(reopened, now) >= 1 ? null : reopened;
}
