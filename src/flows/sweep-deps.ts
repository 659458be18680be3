import type { Event } from "../core/event.ts";
import type { DeliverDeps, Delivered } from "./deliver/deliver.ts";
import type { WakeUp } from "./deliver/nudges.ts";
import type { BoardDeps } from "./board/show.ts";
import type { GoalDeps } from "./goals/goals.ts";
import type { IssueDeps } from "./digest/issue.ts";
import type { WriteDeps } from "./digest/write.ts";
import type { Batch } from "./poll/batch.ts";
import type { Polled } from "./poll/keep.ts";
import type { PollDeps } from "./poll/poll.ts";
import type { PriorDeps } from "./poll/pool.ts";
import type { TickDeps } from "./poll/tick.ts";
import type { TickRules } from "./poll/timetable.ts";
import type { ReleaseDeps } from "./route/release.ts";
import type { RetainDeps } from "./retain/retain.ts";
import type { SelfDeps } from "./self/look.ts";

export type { WakeUp } from "./deliver/nudges.ts";

/** Another message of that queue: write an edition of a digest, then send it. */
export interface Order {
  edition: string;
  /** Tick time at which it was ordered, epoch ms. */
  at: number;
}

/** What a log says of a sweep. */
export interface News {
  polled?: Polled;
  delivered?: Delivered;
  events?: Event[];
}

export interface SweepRules extends TickRules {
  /** The least time between this tick and one that it has follow, milliseconds; Infinity where it has none. */
  betweenMs: number;
  retentionDays: number;
  /** True where ticks replay other days: a gap between them is no silence. */
  replays: boolean;
}

export interface SweepDeps {
  tick: TickDeps;
  pool: PriorDeps;
  poll: PollDeps;
  deliver: DeliverDeps;
  release: ReleaseDeps;
  goals: GoalDeps;
  issue: IssueDeps;
  write: WriteDeps;
  board: BoardDeps;
  retain: RetainDeps;
  self: SelfDeps;
  /** Hands batches to the queue "polls"; answers those that it did not take, for whatever reason, within seconds. */
  enqueue(batches: Batch[]): Promise<Batch[]>;
  /** Has ticks come at these times, after one at `now`. */
  beat(now: number, times: number[]): Promise<void>;
  /** False where the queue did not take it. */
  nudge(wakeUp: WakeUp, delaySeconds: number): Promise<boolean>;
  /**
   * Makes one message due of each channel that fails, where none was tried after `since` (of one that fails for hours
   * `longSince`) and none is due soon: so it is seen that a channel is back.
   */
  hasten(now: number, since: number, longSince: number): Promise<void>;
  /** Gives batches back that nobody will poll: their targets are due again. */
  free(batches: Batch[]): Promise<void>;
  /** Whether a queue refused a message in this invocation; null where none was sent. */
  queueRefused(): boolean | null;
  /** Deliveries that this invocation can still send within the platform's limits. */
  room(): number;
  /** Upstream calls that this invocation can still make for batches beyond its own, within the platform's limits and a minute. */
  callsLeft(): number;
  tell(news: News): void;
  /** A step that failed goes to the log, with its reason. */
  failed: (step: string, thrown: unknown) => void;
  /** Tells whoever watches us that a tick went well; never throws. */
  alive(): Promise<void>;
}
