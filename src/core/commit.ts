import type { BreakerChanges } from "./breaker.ts";
import type { DeliveryItem, DeliveryStatus } from "./delivery.ts";
import type { Event } from "./event.ts";
import type { Fault } from "./fault.ts";
import type { CircuitBreaker } from "./gate.ts";
import type { StoredPrediction } from "./habit/habit.ts";
import type { Past } from "./habit/past.ts";
import type { NextExpected } from "./habit/usual.ts";
import type { Json, JsonObject } from "./json.ts";
import type { EntryPatch } from "./sheet.ts";
import type { Watch } from "./upstream-watch.ts";

/** A target's row after a poll, written only where its revision is still the one that was read. */
export interface TargetWrite {
  id: string;
  revision: number;
  state: string | null;
  fault: Fault | null;
  consecutiveFaults: number;
  lastOkAt: number | null;
  /** Whether its kind says that it is on air. */
  onAir: boolean;
  /** Since when no verdict has come, once that is longer than it may be (epoch ms); null while it is known. */
  unknownSince: number | null;
}

/** A target of which it is known now whom it means, written only where its revision is still the one that was read. */
export interface Resolved {
  id: string;
  revision: number;
  params: JsonObject;
  identity: string;
  alias: string | null;
}

/** A delivery that a commit makes or joins. */
export interface PlannedDelivery {
  id: string;
  /** True where other batches of its tick join it, and what comes when it was taken goes on in the next: `id_1`, `id_2`, … */
  joins: boolean;
  /** True where it does not wait for the end of the sweep. */
  urgent: boolean;
  channelId: string;
  status: DeliveryStatus;
  reason: string | null;
  items: DeliveryItem[];
  /** The delivery whose message it brings up to date. */
  edits: string | null;
  /** When what is held goes out, epoch ms; null for what is not held. */
  heldUntil: number | null;
  /** Tick time until which the first of them waits for other batches, epoch ms; 0 for none. */
  openUntil: number;
  /** When the event was found that it reports late, epoch ms; left out for one that is reported as it is found. */
  madeAt?: number;
  /** True of one that tells a single event, for good, and is named by `aloneId`. */
  alone?: true;
}

/** Everything that one poll writes, in one step: events and deliveries of targets that moved on meanwhile are left out. */
export interface Commit {
  id: string;
  tick: number;
  slot: number | null;
  targets: TargetWrite[];
  /** Targets of which it is not known how they stand since an instant (epoch ms), though no poll found that out. */
  unknown: { id: string; revision: number; since: number }[];
  /** One that its watchlist has already under another name is disabled instead. */
  resolved: Resolved[];
  /** What was seen of targets that came or went, by target. */
  pasts: Record<string, Past>;
  /** The next start that is expected of targets of which that was asked, null for none; the others stay as they are. */
  expected: Record<string, NextExpected | null>;
  /** Habits that were learned, by target. */
  habits: Record<string, { sheetId: number; habit: StoredPrediction }>;
  events: Event[];
  /** Events that are stored, with the facts that they were waiting for, null where none came; each with its target. */
  completed: { id: string; targetId: string; info: Json }[];
  /** The revision of each event's target; left out for what no poll found, which holds however the target moved on. */
  revisions: Record<string, number>;
  deliveries: PlannedDelivery[];
  /** By sheet and target. */
  patches: Record<number, Record<string, EntryPatch>>;
  /** Points of time series, by target. */
  samples: Record<string, Record<string, number>>;
  /** The upstream's gate and health, where this poll changes them: compared with what was read. */
  gate: { read: CircuitBreaker | null; write: CircuitBreaker | null } | null;
  watch: { read: Watch; write: Watch } | null;
  /** The breakers of optional operations that opened, or closed (null). */
  breakers: BreakerChanges;
  counts: Record<string, number>;
  /** How many of its polls were answered well, and how many were not. */
  answers: { good: number; bad: number };
  /** Calls that were granted and not made. */
  unspent: number;
  /** All calls that its batch was granted. */
  granted: number;
}

/** What a commit has that writes nothing. */
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
  answers: { good: 0, bad: 0 },
  unspent: 0,
  granted: 0,
};

export interface Committed {
  /** Targets whose row had moved on. */
  lost: string[];
  /** Tick times at which messages may go that this commit began: those that are urgent, or gather nothing. Epoch ms. */
  opened: number[];
  /** How many batches of this tick are in. */
  batchesIn: number;
  /** Why the database took none of it, though it can be reached: something in it is not to its taste. Null where it did. */
  refused: string | null;
}
