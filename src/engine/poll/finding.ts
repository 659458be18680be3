import type { PlannedSamples, Resolved, TargetWrite } from "../commit.ts";
import type { Event } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import type { WatchedTarget } from "./batch.ts";

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
