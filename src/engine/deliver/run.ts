import type { AttemptDeps } from "./attempt.ts";
import type { AttachmentsDeps } from "./sending.ts";
import type { SplitDeps } from "./split.ts";
import type { Settled, Settlement, Taken, TakenChannel } from "./outbox.ts";

export interface DeliverDeps extends AttemptDeps, SplitDeps, AttachmentsDeps {
  /** Claims up to `max` deliveries due at `now`. Those of the tick `complete` do not wait for other batches. */
  take(now: number, max: number, complete: number | null): Promise<Taken>;
  /** Records outcomes. Returns how many deliveries became due because a message arrived at their channel again. */
  settle(settled: Settled): Promise<number>;
  /** Releases what a run still holds: these deliveries, and its channels. */
  free(taker: string, deliveries: string[]): Promise<void>;
  /** The number of attempts that this invocation can start within the platform's limits. */
  left(): number;
  sleep: (ms: number) => Promise<void>;
  /** The number of channels to send to concurrently. */
  sideBySide: number;
}

export interface Delivered {
  /** `events` are the ids of what the delivery reports. */
  settlements: { channel: TakenChannel; settlement: Settlement; events: string[] }[];
  more: boolean;
  /** True if another run holds a channel with due deliveries. It must be tried again soon. */
  busy: boolean;
  /** When failed deliveries are retried, tick times by channel. */
  retries: Map<string, Set<number>>;
  /** Channels whose destination no longer exists. */
  disabled: { channel: TakenChannel; reason: string }[];
}

/** One run with its claims. */
export interface Run {
  now: number;
  /** Wall clock at the claim, when all leases started. */
  startedAt: number;
  taken: Taken;
  untried: Set<string>;
  /** The ids of the events that each claimed delivery reports. */
  events: Map<string, string[]>;
  channels: Set<string>;
  underway: number;
  delivered: Delivered;
}

/** A run starts nothing new after this time, well within its lease. */
export const LONGEST_RUN_MS = 60_000;

/** Logs a bug. What was not tried is tried again soon, as with a channel that another run holds. */
export function troubled(thrown: unknown, run: Run, deps: DeliverDeps): void {
  deps.bug(thrown);
  run.delivered.busy = true;
}
