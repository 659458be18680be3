import { budgetRate, HALF_OPEN_EVERY_MS, type Gate } from "../../core/gate.ts";
import { choose, deal, refilled, reserveOf, sparesOf, type BatchSize } from "../../core/budget.ts";
import type { Load } from "../../core/pulse.ts";
import { foldSheet, stored, type BatchEnd, type Entry, type EntryPatch, type StoredEntry } from "../../core/sheet.ts";
import type { Batch } from "./batch.ts";
import { lagOf, stillDealt, survey, waitingSince, type Dealt, type Seated } from "./survey.ts";

export interface Timetable {
  lastTickAt: number;
  tokens: number;
  filledAt: number;
  gate: Gate | null;
  /** Calls that were granted and not made, ever; and how many of them have been given back. */
  unspent: number;
  refunded: number;
  sheets: { id: number; revision: number; entries: Record<string, StoredEntry>; edits: Record<string, EntryPatch> }[];
  endOf: (slot: number, tick: number) => BatchEnd;
  /** How the tick before met its work; an older version wrote less. */
  load: Partial<Load>;
  dealt: Dealt;
  /** The tick of the last batch that polled something. */
  lastPollAt: number;
  /** True where the queue refused a message and has taken none since. */
  queueRefused: boolean;
  /** True where a message waits for its next attempt. */
  retrying: boolean;
  /** False where nobody said where the polled service is: nothing is polled. */
  connected: boolean;
  /** The most optional calls that a poll makes; 0 where none of their operations can be called. */
  optionalCalls: number;
}

/** What the tick writes in one step, only if nobody wrote what it read in between. */
export interface Claim {
  read: Timetable;
  now: number;
  spacingMs: number;
  tokens: number;
  filledAt: number;
  gate: Gate | null;
  load: Load;
  dealt: Dealt;
  /** Only the sheets that changed. */
  sheets: { id: number; revision: number; entries: Record<string, StoredEntry> }[];
}

export interface TickDeps {
  readTimetable(): Promise<Timetable>;
  /** False where another tick, or an edit of a sheet, came in between. */
  claim(claim: Claim): Promise<boolean>;
}

export interface Ticked {
  batches: Batch[];
  /** The tick before this one, epoch ms; null where this one was not later and did nothing. */
  lastTickAt: number | null;
  /** True where a message waits for its next attempt. */
  retrying: boolean;
}

export interface TickRules {
  perMinute: number;
  batchSize: BatchSize;
  /** The most calls that the tick's own invocation can make, where no queue takes its batches. */
  ownCalls: number;
}

/** A queue that refused is tried again so often, milliseconds. */
const QUEUE_TRIED_EVERY_MS = 600_000;

/** Ticks and edits that come in between are few; each makes this one try again. */
const MOST_TRIES = 30;
const LONGEST_SPACING_MS = 60_000;

/**
 * One run of the cron trigger: chooses what is due within the budget, claims it by moving its due time on, and deals it
 * into batches. Once per scheduled time; a tick that is not later than the last does nothing. Throws where the database
 * does.
 */
export async function tick(now: number, rules: TickRules, deps: TickDeps): Promise<Ticked> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const read = await deps.readTimetable();
    if (now <= read.lastTickAt) return { batches: [], lastTickAt: null, retrying: false };
    const { claim, batches } = plan(now, rules, read);
    if (await deps.claim(claim)) return { batches, lastTickAt: read.lastTickAt, retrying: read.retrying };
  }
  throw new Error(`the timetable was written by others ${MOST_TRIES} times in a row`);
}

/** What a tick does, as data. */
export function plan(now: number, rules: TickRules, read: Timetable): { claim: Claim; batches: Batch[] } {
  const folded = read.sheets.map((sheet) => ({
    sheet,
    ...foldSheet(sheet.entries, sheet.edits, read.endOf, now),
  }));
  const spacingMs = read.lastTickAt === 0 ? 0 : Math.min(LONGEST_SPACING_MS, now - read.lastTickAt);
  const gate = read.gate === null ? null : opened(read.gate, now);
  const refund = { ...read, tokens: read.tokens + Math.max(0, read.unspent - read.refunded) };
  const bucket = refilled(refund, rules.perMinute, now, budgetRate(gate, now));
  const seen = survey(folded, now, spacingMs);
  const whole = Math.floor(bucket.tokens);
  const tokens = Math.min(whole, alone(read, now) ? rules.ownCalls : Number.POSITIVE_INFINITY);
  // A target that was never polled has no start to tell.
  const starts = read.optionalCalls > 0 && seen.due.some(({ entry }) => entry.last !== 0);
  const forPolls = Math.min(tokens, whole - (starts ? reserveOf(rules.perMinute, whole) : 0));
  const { chosen, late } = within(gate, now, seen.due, read.connected ? forPolls : 0, rules.perMinute, seen.calls);
  const granted = chosen.reduce((sum, { entry }) => sum + entry.calls, 0);
  const hands = deal(chosen, rules.batchSize);
  const careful = isHalfOpen(gate);
  const grants = hands.map((batch) => (careful ? 1 : batch.reduce((sum, { entry }) => sum + entry.calls, 0)));
  const wanted = hands.map(({ length }, slot) => Math.min(length * read.optionalCalls, rules.ownCalls - grants[slot]!));
  const spares = sparesOf(wanted, careful ? 0 : tokens - granted, now);
  const batches = hands.map((batch, slot) => ({
    tick: now,
    slot,
    batches: hands.length,
    grant: grants[slot]!,
    spare: spares[slot]!,
    careful,
    targets: batch.map(({ id, entry }): Batch["targets"][number] => [id, entry.last, entry.calls]),
  }));
  const earliest = hands.map((batch) => batch.reduce((least, { entry }) => Math.min(least, entry.due || now), now));
  hands.forEach((batch, slot) => batch.forEach(({ entry }) => claimEntry(entry, now, slot)));
  const touched = new Set(chosen.map(({ sheetId }) => sheetId));
  return {
    batches,
    claim: {
      read,
      now,
      spacingMs,
      tokens: bucket.tokens - granted - spares.reduce((sum, spare) => sum + spare, 0),
      filledAt: bucket.filledAt,
      gate: probed(gate, now, granted),
      load: {
        due: seen.due.length,
        late,
        granted,
        asked: seen.asked,
        lagSeconds: lagOf(seen.due, now),
        waitingSince: waitingSince(read, seen.due.length + seen.claimed, now),
        lapsed: seen.lapsed,
      },
      dealt: {
        ...stillDealt(read.dealt, now),
        ...(hands.length === 0 ? {} : { [now]: hands.map(({ length }, slot) => [length, earliest[slot]!]) }),
      },
      sheets: folded
        .filter(({ sheet, changed }) => changed || touched.has(sheet.id))
        .map(({ sheet, entries }) => ({ id: sheet.id, revision: sheet.revision, entries: storedEntries(entries) })),
    },
  };
}

/** True where this tick should choose only what it can poll by itself, those who waited longest: the queue refuses. */
const alone = ({ queueRefused, lastTickAt }: Timetable, now: number): boolean =>
  queueRefused && Math.floor(now / QUEUE_TRIED_EVERY_MS) === Math.floor(lastTickAt / QUEUE_TRIED_EVERY_MS);

/** A 429's gate opens when its time is over, and the budget begins to creep back; when it is whole the gate is no more. */
function opened(gate: Gate, now: number): Gate | null {
  if (gate.reason !== "throttled" || now < gate.until) return gate;
  const reopened = gate.reopenedAt === 0 ? { ...gate, reopenedAt: now } : gate;
  return budgetRate(reopened, now) >= 1 ? null : reopened;
}

function within(
  gate: Gate | null,
  now: number,
  due: Seated[],
  tokens: number,
  perMinute: number,
  calls: number,
): { chosen: Seated[]; late: number } {
  if (gate !== null && now < gate.until) return { chosen: [], late: due.length };
  const { chosen, late } = choose(due, tokens, perMinute, calls, now);
  if (!isHalfOpen(gate)) return { chosen, late };
  return { chosen: chosen.slice(0, 1), late: due.length - Math.min(1, chosen.length) };
}

/** After a refusal the gate is half-open once its time is over: one call goes through, and says whether it closes again. */
const isHalfOpen = (gate: Gate | null): boolean => gate !== null && gate.reason !== "throttled";

/** The one call closes a half-open gate again for ten minutes, until its answer says otherwise. */
const probed = (gate: Gate | null, now: number, granted: number): Gate | null =>
  gate !== null && isHalfOpen(gate) && granted > 0 ? { ...gate, until: now + HALF_OPEN_EVERY_MS } : gate;

function claimEntry(entry: Entry, now: number, slot: number): void {
  entry.due = now + entry.intervalSeconds * 1000;
  entry.claim = now;
  entry.slot = slot;
}

function storedEntries(entries: Map<string, Entry>): Record<string, StoredEntry> {
  const record: Record<string, StoredEntry> = {};
  for (const [id, entry] of entries) record[id] = stored(entry);
  return record;
}
