import { eventId } from "../../core/ids.ts";
import type { PlannedSamples, Resolved, TargetWrite } from "../commit.ts";
import type { Change, Event } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import type { WatchedTarget } from "./batch.ts";

/** The event that a target fails or has recovered. Its key is the tick of the poll. */
export const problem = (type: string, target: WatchedTarget, fault: Fault | null, at: number): Event =>
  eventOf(
    target,
    {
      type,
      key: String(at),
      occurredAt: at,
      window: { from: target.lastOkAt, to: at },
      data: { fault: fault === null ? null : { ...fault }, count: target.consecutiveFaults + (fault === null ? 0 : 1) },
    },
    at,
  );

/** An event that a poll of this target found. */
export const eventOf = (target: WatchedTarget, change: Change, at: number): Event => ({
  id: eventId(target.id, change.type, change.key),
  type: change.type,
  targetId: target.id,
  watchlistId: target.watchlistId,
  target: { name: target.name, kind: target.kind, params: target.params },
  occurredAt: change.occurredAt,
  detectedAt: change.late?.detectedAt ?? at,
  window: change.window,
  data: change.data,
  follows: change.follows
    ? { eventId: eventId(target.id, change.follows.type, change.follows.key), detectedAt: change.follows.detectedAt }
    : null,
  ...(change.pending === undefined ? {} : { pending: true as const }),
  ...(change.late === undefined ? {} : { late: change.late.facts }),
});

/** The events of these changes, after `first`. */
export function eventsOf(
  target: WatchedTarget,
  changes: Change[],
  first: Event[],
  at: number,
): { events: Event[]; completed: Event[] } {
  const events = changes.map((change) => eventOf(target, change, at));
  return {
    events: [...first, ...events.filter(({ late }) => late === undefined)],
    completed: events.filter(({ late }) => late !== undefined),
  };
}

/** A target's row after a poll. */
export const rowOf = (target: WatchedTarget, row: Omit<TargetWrite, "id" | "revision">): TargetWrite => ({
  id: target.id,
  revision: target.revision,
  ...row,
});

/** The result of one poll of one target. */
export interface Finding {
  target: WatchedTarget;
  fault: Fault | null;
  /** Null if the row does not change. */
  write: TargetWrite | null;
  /** The resolved target, if the poll resolved it; otherwise null. */
  resolved: Resolved | null;
  events: Event[];
  /** Events found earlier that wait for facts no longer. */
  completed: Event[];
  patch: EntryPatch | null;
  /** A point of the target's time series if one is due. */
  samples: PlannedSamples | null;
  /** True if it is now known whether an expected start occurred, so that the next one must be computed. */
  slotOver: boolean;
}

/** How a poll is evaluated. */
export interface Evaluated {
  /** Tick time, epoch ms. */
  at: number;
  /** 0..1, spreads retries after faults. */
  jitter: number;
  /** True if changes are held back because of a mass flip. */
  hold: boolean;
  /** How long every target waits for its turn, milliseconds; 0 if the budget is sufficient. */
  turn: number;
}
