import { choose, refilled, type Bucket } from "../../core/budget.ts";
import { budgetRate, type CircuitBreaker } from "../../core/gate.ts";
import { turnMs } from "../../core/knowledge.ts";
import { IDLE } from "../../core/load.ts";
import { earliest, scarcityOf, type Scarcity } from "../../core/scarcity.ts";
import type { Entry } from "../../core/entry.ts";
import { foldSheet, type Folded } from "../../core/sheet.ts";
import { survey, unclaimed, type Seated, type Survey } from "./survey.ts";
import type { TickRules, Timetable } from "./timetable.ts";

/** Whom a tick polls, before it is said when they are polled next. */
export interface Choice {
  now: number;
  read: Timetable;
  folded: (Folded & { sheet: Timetable["sheets"][number] })[];
  spacingMs: number;
  gate: CircuitBreaker | null;
  bucket: Bucket;
  seen: Survey;
  /** Null where the budget reaches all in time. */
  scarcity: Scarcity | null;
  /** True where one careful call goes through a gate that is closed. */
  careful: boolean;
  chosen: Seated[];
  /** How many are due by what was asked for, how many of them are left out, and how long the longest of these waits. */
  due: number;
  late: number;
  lagSeconds: number;
  /** Calls that this tick may grant. */
  tokens: number;
}

/** A queue that refused is tried again so often, milliseconds. */
const QUEUE_TRIED_EVERY_MS = 600_000;

const LONGEST_SPACING_MS = 60_000;

/** Brings the sheets up to date and chooses within the budget. Pure. */
export function choosing(now: number, rules: TickRules, read: Timetable): Choice {
  const folded = read.sheets.map((sheet) => ({
    sheet,
    ...foldSheet(sheet.entries, sheet.edits, read.endOf, now),
  }));
  const spacingMs = read.lastTickAt === 0 ? 0 : Math.min(LONGEST_SPACING_MS, now - read.lastTickAt);
  const breaker = read.gate === null ? null : opened(read.gate, now);
  // Less than nothing where a batch that was given back came in after all: its calls were made.
  const refund = { ...read, tokens: read.tokens + read.unspent - read.refunded };
  const rate = budgetRate(breaker, now);
  const bucket = refilled(refund, rules.perMinute, now, rate);
  const seen = survey(folded, now, spacingMs, turnMs({ ...IDLE, ...read.load }, rules.perMinute));
  const whole = Math.floor(bucket.tokens);
  const own = alone(read, now);
  const tokens = Math.min(whole, own ? rules.ownCalls : Number.POSITIVE_INFINITY);
  // Two batches of which the second finds too few statements left would poll fewer than one that is full.
  const single = own && rules.ownCalls < 2 * rules.batchSize.calls;
  const polls = Math.min(tokens, single ? rules.batchSize.calls : Number.POSITIVE_INFINITY);
  const forPolls = read.connected ? polls : 0;
  const scarcity = scarcityOf(seen.asked, rules.perMinute * rate, seen.calls);
  const careful = breaker !== null && isHalfOpen(breaker);
  const open = breaker === null || now >= breaker.until;
  const everybody = scarcity === null ? [] : unclaimed(folded);
  const willing =
    scarcity === null
      ? choose(seen.due, forPolls, rules.perMinute, seen.calls, now)
      : earliest(everybody, forPolls, scarcity, now);
  const chosen = open ? willing.slice(0, careful ? 1 : undefined) : [];
  const waiting = waitingOf(scarcity === null ? seen.due : everybody, chosen, now, spacingMs);
  return { now, read, folded, spacingMs, gate: breaker, bucket, seen, scarcity, careful, chosen, tokens, ...waiting };
}

/** Who of these waits by what was asked for, whatever was planned, and how long who is not chosen has. */
function waitingOf(
  all: Seated[],
  chosen: Seated[],
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

/** When its interval asks for its next poll. */
const askedAt = ({ due, last, intervalSeconds }: Entry): number =>
  last === 0 ? due : Math.min(due, last + intervalSeconds * 1000);

/** True where this tick should choose only what it can poll by itself, those who waited longest: the queue refuses. */
const alone = ({ queueRefused, lastTickAt }: Timetable, now: number): boolean =>
  queueRefused && Math.floor(now / QUEUE_TRIED_EVERY_MS) === Math.floor(lastTickAt / QUEUE_TRIED_EVERY_MS);

/** A 429's gate opens when its time is over, and the budget begins to creep back; when it is whole the gate is no more. */
function opened(breaker: CircuitBreaker, now: number): CircuitBreaker | null {
  if (breaker.reason !== "throttled" || now < breaker.until) return breaker;
  const reopened = breaker.reopenedAt === 0 ? { ...breaker, reopenedAt: now } : breaker;
  return budgetRate(reopened, now) >= 1 ? null : reopened;
}

/** After a refusal the gate is half-open once its time is over: one call goes through, and says whether it closes again. */
const isHalfOpen = (breaker: CircuitBreaker): boolean => breaker.reason !== "throttled";
