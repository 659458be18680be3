import { aloneId, type DeliveryItem, type DeliveryStatus } from "../core/delivery.ts";
import type { Event } from "../core/event.ts";
import type { Fault } from "../core/fault.ts";
import type { BreakerChange, BreakerChanges } from "../core/circuit-breaker.ts";
import type { StoredPrediction } from "./prediction/schedule-prediction.ts";
import type { Past } from "./prediction/history.ts";
import type { NextExpected } from "./prediction/usual-hours.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { EntryPatch } from "../core/sheet.ts";
import type { Watch } from "../core/drift-detector.ts";

/** A target's row after a poll, written only if its revision is still the one that was read. */
export interface TargetWrite {
  id: string;
  revision: number;
  state: string | null;
  fault: Fault | null;
  consecutiveFaults: number;
  lastOkAt: number | null;
  /** Whether its kind reports it as live. */
  onAir: boolean;
  /** Since when a verdict has been missing for too long (epoch ms); null while the state is known. */
  unknownSince: number | null;
  /** A stretch without knowledge of its state that ended with this poll; null for none. */
  gap: Gap | null;
}

/** Instants, epoch ms. `from` is null before the first verdict: then it began when the target was added. */
export interface Gap {
  from: number | null;
  to: number;
}

/** A target that was resolved to the id of the service, written only if its revision is still the one that was read. */
export interface Resolved {
  id: string;
  revision: number;
  params: JsonObject;
  identity: string;
  alias: string | null;
  /** The service's name, which replaces the target's; null to keep that. */
  name: string | null;
}

/** Points of a target's time series, all of one day (UTC), in order. */
export interface PlannedSamples {
  points: [at: number, values: Record<string, number>][];
  /** True if they are stored however many points the day has. */
  always: boolean;
}

/** A delivery that a commit creates or merges into. */
export interface PlannedDelivery {
  /** Null if it only ever carries one event (`idOf`): most of a burst's stay folded, without ids. */
  id: string | null;
  /** True if other batches of the tick may add to it. Items after it was claimed go to `id_1`, `id_2`, … */
  joins: boolean;
  /** True if it does not wait for the end of the sweep. */
  urgent: boolean;
  channelId: string;
  status: DeliveryStatus;
  reason: string | null;
  items: DeliveryItem[];
  /** The delivery whose message it edits; null for a new message. */
  edits: string | null;
  /** When a held delivery is sent, epoch ms; null if it is not held. */
  heldUntil: number | null;
  /** Tick time until which it waits for other batches, epoch ms; 0 for none. */
  openUntil: number;
  /**
   * When a late event was first detected, epoch ms; omitted for an event that is reported as soon as it is detected.
   */
  madeAt?: number;
}

/** The id of a planned delivery of a tick. */
export const idOf = ({ id, channelId, items }: PlannedDelivery, tick: number): string =>
  id ?? aloneId(channelId, tick, items[0]!.event);

/**
 * Everything that a batch of polls writes, in one step. Events and deliveries of targets that have changed meanwhile
 * are dropped.
 */
export interface Commit {
  id: string;
  tick: number;
  slot: number | null;
  targets: TargetWrite[];
  /** Targets whose state became unknown at an instant (epoch ms) without a poll that found it. */
  unknown: { id: string; revision: number; since: number }[];
  /** If the watchlist already has the target under another name, this one is disabled instead. */
  resolved: Resolved[];
  /** Observed starts and ends, by target. */
  pasts: Record<string, Past>;
  /** The next expected start by target, null for none. Targets without an entry keep theirs. */
  expected: Record<string, NextExpected | null>;
  /** Updated schedule predictions, by target. */
  habits: Record<string, { sheetId: number; habit: StoredPrediction }>;
  events: Event[];
  /** Stored events with the facts that they were waiting for. `info` is null if the facts were not received. */
  completed: { id: string; targetId: string; info: Json }[];
  /**
   * The revision of each event's target. Omitted for events that no poll found: they are valid whatever happens to the
   * target.
   */
  revisions: Record<string, number>;
  deliveries: PlannedDelivery[];
  /** By sheet id, then target id. */
  patches: Record<number, Record<string, EntryPatch>>;
  /** Points of time series, by target. */
  samples: Record<string, PlannedSamples>;
  /** The circuit breaker of the account, if this batch changes it. */
  gate: BreakerChange | null;
  watch: { read: Watch; write: Watch } | null;
  /** The breakers of operations that this batch changes. */
  breakers: BreakerChanges;
  counts: Record<string, number>;
  /** Polls with a usable answer, with a fault, and those that the service refused whoever asked. */
  answers: { good: number; bad: number; refused: number };
  /** Granted calls that were not made. */
  unspent: number;
  /** All calls granted to the batch. */
  granted: number;
}

/** A commit without any writes. */
export const EMPTY_COMMIT: Omit<Commit, "id" | "tick"> = {
  slot: null,
  targets: [],
  unknown: [],
  resolved: [],
  pasts: {},
  expected: {},
  habits: {},
  events: [],
  completed: [],
  revisions: {},
  deliveries: [],
  patches: {},
  samples: {},
  gate: null,
  watch: null,
  breakers: {},
  counts: {},
  answers: { good: 0, bad: 0, refused: 0 },
  unspent: 0,
  granted: 0,
};

export interface Committed {
  /** Targets whose row had changed meanwhile. */
  lost: string[];
  /**
   * Due times (tick time, epoch ms) of deliveries that this commit created and that can be sent immediately or soon:
   * urgent ones and those that do not wait for other batches.
   */
  opened: number[];
  /** Finished batches of this tick. */
  batchesIn: number;
  /** Why the database rejected the whole commit, although it can be reached; null if it was written. */
  refused: string | null;
}
