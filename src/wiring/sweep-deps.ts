import type { Event } from "../core/event.ts";
import type { WakeUp } from "../engine/deliver/wake-ups.ts";
import type { BoardDeps } from "../features/boards/board/show.ts";
import type { GoalDeps } from "../features/goals/judge/goals.ts";
import type { MonthsTurnDeps } from "../features/goals/months.ts";
import type { IssueDeps } from "../features/digests/edition/start-editions.ts";
import type { WriteDeps } from "../features/digests/edition/write.ts";
import type { Command } from "../features/chats/command.ts";
import type { Batch } from "../engine/poll/batch.ts";
import type { Polled } from "../engine/poll/store.ts";
import type { PollDeps } from "../engine/poll/poll.ts";
import type { PriorDeps } from "../engine/poll/choose.ts";
import type { TickDeps, Ticked } from "../engine/poll/tick.ts";
import type { TickRules } from "../engine/poll/timetable.ts";
import type { ReleaseDeps } from "../engine/route/release.ts";
import type { UnwatchedDeps } from "../engine/route/edit-unwatched.ts";
import type { RetainDeps } from "../engine/retain/retain.ts";
import type { RollUpDeps } from "../engine/retain/roll-up.ts";
import type { SelfDeps } from "../engine/self-monitor/self-monitor.ts";
import type { DeliverDeps, Delivered } from "../engine/deliver/run.ts";

/** A message of the queue "deliveries": write an edition of a digest, then send it. */
export interface Order {
  edition: string;
  /** Tick time at which it was ordered, epoch ms. */
  at: number;
}

/** What is logged of a sweep. */
export interface News {
  ticked?: Pick<Ticked, "shortestMs"> & { now: number; batches: number };
  /** The batch that was polled. */
  batch?: Pick<Batch, "tick" | "slot">;
  polled?: Polled;
  delivered?: Delivered;
  events?: Event[];
}

export interface SweepRules extends TickRules {
  /** The minimum time between two ticks if sub-ticks follow, milliseconds; Infinity for none. */
  betweenMs: number;
  retentionDays: number;
  /** True if ticks replay other days, so that gaps are no problem. */
  replays: boolean;
}

export interface SweepDeps {
  tick: TickDeps;
  pool: PriorDeps;
  poll: PollDeps;
  deliver: DeliverDeps;
  release: ReleaseDeps;
  unwatched: UnwatchedDeps;
  goals: GoalDeps;
  months: MonthsTurnDeps;
  issue: IssueDeps;
  write: WriteDeps;
  board: BoardDeps;
  rollUp: RollUpDeps;
  retain: RetainDeps;
  self: SelfDeps;
  /** Sends batches to the queue "polls". Returns, within seconds, those that it did not accept. */
  enqueue(batches: Batch[]): Promise<Batch[]>;
  /** Orders sub-ticks at these times, after the tick at `now`. */
  beat(now: number, times: number[]): Promise<void>;
  /** Has another invocation carry out a command of a chat. False if the queue did not accept it. */
  command(command: Command): Promise<boolean>;
  /** False if the queue did not accept it. */
  wakeUp(wakeUp: WakeUp, delaySeconds: number): Promise<boolean>;
  /**
   * Makes one delivery of each failing channel due, if none was tried after `since` (`longSince` if it has failed for
   * hours) and none is due soon. So a recovery is noticed.
   */
  retryNow(now: number, since: number, longSince: number): Promise<void>;
  /** Releases batches that will not be polled, so that their targets are due again. */
  free(batches: Batch[]): Promise<void>;
  /** Whether a queue refused a message in this invocation; null if none was sent. */
  queueRefused(): boolean | null;
  /** Deliveries that this invocation can still send within the platform's limits. */
  room(): number;
  /**
   * Upstream calls that this invocation can still make for further batches, within the platform's limits and a minute.
   */
  callsLeft(): number;
  notify(news: News): void;
  /** Logs a failed step with its error. */
  failed: (step: string, thrown: unknown) => void;
  /** Pings the dead man's switch after a good tick; never throws. */
  alive(): Promise<void>;
}
