import type { DeliveryItem, DeliveryStatus } from "./delivery.ts";
import type { Event } from "./event.ts";
import type { Fault } from "./fault.ts";
import type { Gate } from "./gate.ts";
import type { StoredHabit } from "./habit/habit.ts";
import type { Past } from "./habit/past.ts";
import type { Expected } from "./habit/usual.ts";
import type { JsonObject } from "./json.ts";
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
}

/** Everything that one poll writes, in one step: events and deliveries of targets that moved on meanwhile are left out. */
export interface Commit {
  id: string;
  tick: number;
  slot: number | null;
  targets: TargetWrite[];
  /** One that its watchlist has already under another name is disabled instead. */
  resolved: Resolved[];
  /** What was seen of targets that came or went, by target. */
  pasts: Record<string, Past>;
  /** The next start that is expected of targets of which that was asked, null for none; the others stay as they are. */
  expected: Record<string, Expected | null>;
  /** Habits that were learned, by target. */
  habits: Record<string, { sheetId: number; habit: StoredHabit }>;
  events: Event[];
  /** The revision of each event's target. */
  revisions: Record<string, number>;
  deliveries: PlannedDelivery[];
  /** By sheet and target. */
  patches: Record<number, Record<string, EntryPatch>>;
  /** Points of time series, by target. */
  samples: Record<string, Record<string, number>>;
  /** The upstream's gate and health, where this poll changes them: compared with what was read. */
  gate: { read: Gate | null; write: Gate | null } | null;
  watch: { read: Watch; write: Watch } | null;
  counts: Record<string, number>;
  /** How many of its polls were answered well, and how many were not. */
  answers: { good: number; bad: number };
  /** Calls that were granted and not made. */
  unspent: number;
}

/** What a commit has that writes nothing. */
export const EMPTY_COMMIT: Omit<Commit, "id" | "tick"> = {
  slot: null,
  targets: [],
  resolved: [],
  pasts: {},
  expected: {},
  habits: {},
  events: [],
  revisions: {},
  deliveries: [],
  patches: {},
  samples: {},
  gate: null,
  watch: null,
  counts: {},
  answers: { good: 0, bad: 0 },
  unspent: 0,
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
