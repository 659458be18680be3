import type { DatabaseUse } from "../../core/database-use.ts";
import type { BatchSize } from "../../core/budget.ts";
import type { CircuitBreaker } from "../../core/gate.ts";
import type { StoredPrediction } from "../../core/habit/habit.ts";
import type { StoredPrior } from "../../core/habit/pool.ts";
import type { Load } from "../../core/load.ts";
import type { StoredEntry } from "../../core/entry.ts";
import type { BatchEnd, EntryPatch } from "../../core/sheet.ts";
import type { Assigned, LapsedBatches } from "./survey.ts";

export interface Timetable {
  lastTickAt: number;
  tokens: number;
  filledAt: number;
  gate: CircuitBreaker | null;
  /** Calls that were granted and not made, ever; and how many of them have been given back. */
  unspent: number;
  refunded: number;
  sheets: { id: number; revision: number; entries: Record<string, StoredEntry>; edits: Record<string, EntryPatch> }[];
  endOf: (slot: number, tick: number) => BatchEnd;
  /** How the tick before met its work; an older version wrote less. */
  load: Partial<Load>;
  dealt: Assigned;
  /** The tick of the last batch that polled something. */
  lastPollAt: number;
  /** True where the queue refused a message and has taken none since. */
  queueRefused: boolean;
  /** What was used of the database's day, as the tick before found it. */
  databaseUse: DatabaseUse | null;
  /** True where a message waits for its next attempt. */
  retrying: boolean;
  /** False where nobody said where the polled service is: nothing is polled. */
  connected: boolean;
  /** The most optional calls that a poll makes; 0 where none of their operations can be called. */
  optionalCalls: number;
  /** What all targets together are like: their habits. */
  pool: StoredPrior;
}

/** What the tick writes in one step, only if nobody wrote what it read in between. */
export interface Claim {
  read: Timetable;
  now: number;
  spacingMs: number;
  tokens: number;
  filledAt: number;
  gate: CircuitBreaker | null;
  load: Load;
  dealt: Assigned;
  /** Batches that are given back because their lease is over, each unless it came in meanwhile. */
  lapsed: LapsedBatches[];
  /** Only the sheets that changed. */
  sheets: { id: number; revision: number; entries: Record<string, StoredEntry> }[];
}

export interface TickRules {
  perMinute: number;
  batchSize: BatchSize;
  /** The most calls that the tick's own invocation can make, where no queue takes its batches. */
  ownCalls: number;
}

/** What is known of when targets come and go, by target; those of whom nothing is known are left out. */
export type Predictions = ReadonlyMap<string, StoredPrediction>;

export const NO_PREDICTIONS: Predictions = new Map();
