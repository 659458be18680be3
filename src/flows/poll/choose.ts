import { choose, refilled, type Bucket } from "../../core/budget.ts";
import { budgetRate, type CircuitBreaker } from "../../core/circuit-breaker.ts";
import { turnMs } from "../../core/knowledge.ts";
import { IDLE } from "../../core/load.ts";
import { earliest, scarcityOf, type Scarcity } from "../../core/scarcity.ts";
import type { Entry } from "../../core/slot-entry.ts";
import { foldSheet, type Folded } from "../../core/sheet.ts";
import { survey, unclaimed, type SlotCandidate, type Survey } from "./assign.ts";
import type { TickRules, Timetable } from "./timetable.ts";

type FoldedSheet = Folded & { sheet: Timetable["sheets"][number] };

/** Whom a tick polls, before it is said when they are polled next. */
export interface Choice {
  now: number;
  read: Timetable;
  folded: FoldedSheet[];
  /** The same without those that are not polled. */
  awake: FoldedSheet[];
  spacingMs: number;
  gate: CircuitBreaker | null;
  bucket: Bucket;
  seen: Survey;
  /** Null if the budget is sufficient. */
  scarcity: Scarcity | null;
  /** True if one test call is let through an open circuit breaker. */
  careful: boolean;
  chosen: SlotCandidate[];
  /** Targets due by their intervals, those of them that are skipped, and the longest wait among these. */
  due: number;
  late: number;
  lagSeconds: number;
  /** The calls that this tick may grant. */
  tokens: number;
}

/** The time between tries of a queue that refused messages, milliseconds. */
const QUEUE_TRIED_EVERY_MS = 600_000;

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
  const seen = survey(awake, now, spacingMs, turnMs({ ...IDLE, ...read.load }, rules.perMinute));
  const whole = Math.floor(bucket.tokens);
  const own = alone(read, now);
  const tokens = Math.min(whole, own ? rules.ownCalls : Number.POSITIVE_INFINITY);
  // The second of two batches would run out of statements, so one full batch polls more.
  const single = own && rules.ownCalls < 2 * rules.batchSize.calls;
  const polls = Math.min(tokens, single ? rules.batchSize.calls : Number.POSITIVE_INFINITY);
  const forPolls = read.connected ? polls : 0;
  const scarcity = scarcityOf(seen.asked, rules.perMinute * rate, seen.calls);
  const careful = breaker !== null && isHalfOpen(breaker);
  const open = breaker === null || now >= breaker.until;
  const everybody = scarcity === null ? [] : unclaimed(awake);
  const willing =
    scarcity === null
      ? choose(seen.due, forPolls, rules.perMinute, seen.calls, now)
      : earliest(everybody, forPolls, scarcity, now);
  const chosen = open ? willing.slice(0, careful ? 1 : undefined) : [];
  const waiting = waitingOf(scarcity === null ? seen.due : everybody, chosen, now, spacingMs);
  return {
    now,
    read,
    folded,
    awake,
    spacingMs,
    gate: breaker,
    bucket,
    seen,
    scarcity,
    careful,
    chosen,
    tokens,
    ...waiting,
  };
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
    const at = askedAt(entry);
    if (at > now && at >= now + spacingMs) continue;
    due += 1;
    if (taken.has(entry)) continue;
    late += 1;
    since = Math.min(since, at);
  }
  return { due, late, lagSeconds: (now - since) / 1000 };
}

/** The due time of the next poll by its interval. */
const askedAt = ({ due, last, intervalSeconds }: Entry): number =>
  last === 0 ? due : Math.min(due, last + intervalSeconds * 1000);

/** Reports whether this tick chooses only what it can poll by itself, because the queue refuses messages. */
const alone = ({ queueRefused, lastTickAt }: Timetable, now: number): boolean =>
  queueRefused && Math.floor(now / QUEUE_TRIED_EVERY_MS) === Math.floor(lastTickAt / QUEUE_TRIED_EVERY_MS);

/**
 * After a 429 calls are allowed again once the pause is over, and the budget starts to grow back. The breaker closes
 * when it is complete.
 */
function opened(breaker: CircuitBreaker, now: number): CircuitBreaker | null {
  if (breaker.reason !== "throttled" || now < breaker.until) return breaker;
  const reopened = breaker.reopenedAt === 0 ? { ...breaker, reopenedAt: now } : breaker;
  return budgetRate(reopened, now) >= 1 ? null : reopened;
}

/** After a refusal one test call is made once the pause is over. Its result decides whether the breaker closes. */
const isHalfOpen = (breaker: CircuitBreaker): boolean => breaker.reason !== "throttled";
