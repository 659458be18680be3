import type { DatabaseUse } from "../../core/database-use.ts";
import type { BatchSize } from "../../core/budget.ts";
import type { Breakers, CircuitBreaker } from "../../core/circuit-breaker.ts";
import type { StoredPrediction } from "../prediction/schedule-prediction.ts";
import type { StoredPrior } from "../prediction/population-prior.ts";
import type { Watch } from "../../core/drift-detector.ts";
import type { Load } from "../../core/load.ts";
import type { StoredEntry } from "../../core/slot-entry.ts";
import type { BatchEnd, EntryPatch } from "../../core/sheet.ts";
import type { Assigned, LapsedBatches } from "./assign.ts";

export interface Timetable {
  lastTickAt: number;
  tokens: number;
  filledAt: number;
  gate: CircuitBreaker | null;
  breakers: Breakers;
  /** Running totals of granted calls that were not made, and of those refunded. */
  unspent: number;
  refunded: number;
  sheets: { id: number; revision: number; entries: Record<string, StoredEntry>; edits: Record<string, EntryPatch> }[];
  endOf: (slot: number, tick: number) => BatchEnd;
  /** What the previous tick had to poll; the first row has nothing. */
  load: Partial<Load>;
  assigned: Assigned;
  /** The tick of the last batch that polled something. */
  lastPollAt: number;
  /** Until when the queue is not used, as it refused messages, epoch ms; 0 if it accepts them. */
  queueRetryAt: number;
  /** The database rows used today, as of the previous tick. */
  databaseUse: DatabaseUse | null;
  /** True if a delivery waits for a retry. */
  retrying: boolean;
  /** True if targets that are no longer watched wait for their alerts to be edited. */
  unwatched: boolean;
  /** False if no service is connected. Then nothing is polled. */
  connected: boolean;
  /** The budget that people set, which replaces the one of the rules. */
  perMinute?: number;
  /** Targets that are not polled: those of the demo while another service is connected. */
  resting: ReadonlySet<string>;
  /** The most optional calls that a poll makes; 0 where none of their operations can be called. */
  optionalCalls: number;
  /** The most targets of a call, by operation; omitted ones have a call of their own each. */
  many?: ReadonlyMap<string, number>;
  /** The sizes of calls that the service took, by operation. */
  sizes?: Watch["sizes"];
  /** The population prior. */
  pool: StoredPrior;
}

/** What a tick writes in one step, only if nothing that it read has changed. */
export interface Claim {
  read: Timetable;
  now: number;
  spacingMs: number;
  tokens: number;
  filledAt: number;
  gate: CircuitBreaker | null;
  /** The breakers of operations that this tick tests. They stay shut until the answers say otherwise. */
  tested: Breakers;
  load: Load;
  assigned: Assigned;
  /** Batches to refund because their lease expired, unless they have finished meanwhile. */
  lapsed: LapsedBatches[];
  /** Only the sheets that changed. */
  sheets: { id: number; revision: number; entries: Record<string, StoredEntry> }[];
}

export interface TickRules {
  perMinute: number;
  batchSize: BatchSize;
  /** The batches per minute that the daily queue operations allow; omitted if unlimited. */
  batches?: number;
  /** The maximum of upstream calls in the tick's own invocation, if the queue accepts no batches. */
  ownCalls: number;
}

/** The predictions, by target. Targets without one are missing. */
export type Predictions = ReadonlyMap<string, StoredPrediction>;

export const NO_PREDICTIONS: Predictions = new Map();
