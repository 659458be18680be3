import type { Event } from "../core/event.ts";
import { announce, goneNews } from "./deliver/announce.ts";
import { issueDue, type IssueDeps } from "./digest/issue.ts";
import { writeEdition, type WriteDeps } from "./digest/write.ts";
import { release, type ReleaseDeps } from "./deliver/release.ts";
import { deliver, type DeliverDeps, type Delivered } from "./deliver/deliver.ts";
import type { Batch } from "./poll/batch.ts";
import { GATHER_MS } from "./poll/match.ts";
import { poll, type PollDeps, type Polled } from "./poll/poll.ts";
import { retain, type RetainDeps } from "./retain/retain.ts";
import { tick, type TickDeps, type TickRules } from "./poll/tick.ts";

/** The message of the queue "deliveries": look for what is due. The rows are the truth, this only nudges. */
export interface Nudge {
  /** Tick time at which it is due, epoch ms. */
  at: number;
  /** The tick whose batches are all in, so that its grouped messages need not wait. */
  complete: number | null;
  /** How often in a row it found its channel busy with another run. */
  waited?: number;
}

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
  retentionDays: number;
}

export interface SweepDeps {
  tick: TickDeps;
  poll: PollDeps;
  deliver: DeliverDeps;
  release: ReleaseDeps;
  issue: IssueDeps;
  write: WriteDeps;
  retain: RetainDeps;
  /** Hands batches to the queue "polls". */
  enqueue(batches: Batch[]): Promise<void>;
  nudge(nudge: Nudge, delaySeconds: number): Promise<void>;
  /** Deliveries that this invocation can still send within the platform's limits. */
  room(): number;
  tell(news: News): void;
  /** Tells whoever watches us that a tick went well; never throws. */
  alive(): Promise<void>;
}

/** A retry that is due sooner than this is not left to the next tick. */
const NUDGE_WITHIN_MS = 60_000;

/** Another run is sending to a channel: it is done soon. */
const BUSY_SECONDS = 1;

/** Then it is left to the ticks: the other run may have died, and its lease will end. */
const MOST_WAITS = 30;

/** The cron trigger: claim, hand out, poll the first batch here, send what is due. */
export async function onTick(now: number, rules: SweepRules, deps: SweepDeps): Promise<void> {
  const { batches, lastTickAt } = await tick(now, rules, deps.tick);
  const [first, ...others] = batches;
  if (others.length > 0) await deps.enqueue(others);
  const polled = first === undefined ? null : await pollOne(first, deps);
  await release(now, deps.release);
  await issueDue(now, deps.issue);
  await sendDue({ at: now, complete: polled?.complete ? now : null }, deps);
  if (lastTickAt === null) return;
  await retain(now, lastTickAt, rules.retentionDays, deps.retain);
  await deps.alive();
}

/** A message of the queue "polls": poll the batch; the last batch of a tick sends what the tick found. */
export async function onBatch(batch: Batch, deps: SweepDeps): Promise<void> {
  const polled = await pollOne(batch, deps);
  if (polled.complete) await sendDue({ at: batch.tick, complete: batch.tick }, deps);
}

/** An order of the queue "deliveries": sending is left to an invocation of its own. */
export async function onOrder({ edition, at }: Order, deps: SweepDeps): Promise<void> {
  if (await writeEdition(edition, at, deps.write)) await deps.nudge({ at, complete: null }, 0);
}

/** A nudge of the queue "deliveries". */
export const onNudge = (nudge: Nudge, deps: SweepDeps): Promise<void> => sendDue(nudge, deps);

async function pollOne(batch: Batch, deps: SweepDeps): Promise<Polled> {
  const polled = await poll(batch, deps.poll);
  deps.tell({ polled });
  if (polled.told && !polled.complete)
    await deps.nudge({ at: batch.tick + GATHER_MS, complete: null }, GATHER_MS / 1000);
  return polled;
}

async function sendDue(nudge: Nudge, deps: SweepDeps): Promise<void> {
  const room = deps.room();
  if (room <= 0) return deps.nudge(nudge, 0);
  const delivered = await deliver(nudge.at, room, nudge.complete, deps.deliver);
  const events = await announce(goneNews(delivered.disabled, nudge.at), null, nudge.at, deps.poll);
  deps.tell({ delivered, events });
  if (delivered.more || events.length > 0) await deps.nudge(nudge, 0);
  else if (delivered.busy && (nudge.waited ?? 0) < MOST_WAITS) {
    const at = nudge.at + BUSY_SECONDS * 1000;
    await deps.nudge({ ...nudge, at, waited: (nudge.waited ?? 0) + 1 }, BUSY_SECONDS);
  }
  const wait = delivered.nextAt === null ? Number.POSITIVE_INFINITY : delivered.nextAt - nudge.at;
  if (wait < NUDGE_WITHIN_MS) {
    await deps.nudge({ at: delivered.nextAt!, complete: null }, Math.ceil(Math.max(0, wait) / 1000));
  }
}
