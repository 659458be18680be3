import type { Resolved, TargetWrite } from "../../core/commit.ts";
import type { Event } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import type { WatchedTarget } from "./batch.ts";

/** What one poll of one target comes to. */
export interface Finding {
  target: WatchedTarget;
  fault: Fault | null;
  /** Null where the row stays as it is. */
  write: TargetWrite | null;
  /** Whom it means, where that was asked; null where it was not. */
  resolved: Resolved | null;
  events: Event[];
  /** Events that were found before, and whose facts are no longer waited for. */
  completed: Event[];
  patch: EntryPatch | null;
  /** A point of the target's time series, where it is time for one. */
  samples: Record<string, number> | null;
  /** True where it is known now whether a start came that was expected: the next one is to be found out. */
  slotOver: boolean;
}

/** How a poll is judged. */
export interface Evaluated {
  /** Tick time, epoch ms. */
  at: number;
  /** 0..1, spreads the next try after a fault. */
  jitter: number;
  /** True where a flip is held back. */
  hold: boolean;
  /** How long everybody waits for a turn, milliseconds; 0 where the budget reaches all in time. */
  turn: number;
}
