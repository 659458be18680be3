import type { OperatorNews } from "../../core/upstream-watch.ts";
import { sideBySide } from "../../core/side-by-side.ts";
import { attempt, type AttemptDeps, type Said } from "./attempt.ts";
import { attachmentsOf, type AttachmentsDeps } from "./brought.ts";
import { changedChannel } from "./channel-change.ts";
import { split, type SplitDeps } from "./divide.ts";
import type { Settled, Settlement, Taken, TakenChannel, Tried } from "./outbox.ts";
import { putBack, stopBefore, type Stop } from "./put-back.ts";

export interface DeliverDeps extends AttemptDeps, SplitDeps, AttachmentsDeps {
  /** Claims up to `most` deliveries due at `now`; those of the tick `complete` need not wait for other batches. */
  take(now: number, max: number, complete: number | null): Promise<Taken>;
  /** Answers how many deliveries became due, because something arrived again at their channel. */
  settle(settled: Settled): Promise<number>;
  /** Gives back what a run still holds: these deliveries, and its channels. */
  free(taker: string, deliveries: string[]): Promise<void>;
  /** Attempts that this invocation can still begin within the platform's limits. */
  left(): number;
  sleep: (ms: number) => Promise<void>;
  /** Channels that are sent to at once. */
  sideBySide: number;
}

export interface Delivered {
  settlements: { channel: TakenChannel; settlement: Settlement }[];
  more: boolean;
  /** True where another run has a channel for which more is due: it is to be looked for again in a moment. */
  busy: boolean;
  /** When what failed is to be tried again, tick times by channel. */
  retries: Map<string, Set<number>>;
  /** Channels that turned out to be gone. */
  disabled: { channel: TakenChannel; reason: string }[];
}

/** That channels turned out to be gone and were disabled, as news for operators. */
export const disabledNews = (disabled: Delivered["disabled"], now: number): OperatorNews[] =>
  disabled.map(({ channel, reason }) => ({
    type: "channel.disabled",
    key: `${channel.id}/${now}`,
    data: { channelId: channel.id, name: channel.name, reason },
  }));

/** One run: what it has claimed and still holds. */
interface Run {
  now: number;
  /** Wall clock at the claim: all leases began then. */
  startedAt: number;
  taken: Taken;
  untried: Set<string>;
  channels: Set<string>;
  underway: number;
  delivered: Delivered;
}

const LONGEST_PAUSE_MS = 5000;

/** A run begins nothing new after this long, well within its lease. */
export const LONGEST_RUN_MS = 60_000;

/**
 * Sends what is due at `now` (tick time), at most `most` deliveries: channels side by side, each in its own order. A
 * channel's trouble stays its own. What was not tried is free again at the end.
 */
export async function deliver(
  now: number,
  max: number,
  complete: number | null,
  deps: DeliverDeps,
): Promise<Delivered> {
  const startedAt = deps.wallNow();
  const taken = await deps.take(now, max, complete);
  const run: Run = {
    now,
    startedAt,
    taken,
    untried: new Set(taken.deliveries.map(({ id }) => id)),
    channels: new Set(taken.channels.map(({ id }) => id)),
    underway: 0,
    delivered: { settlements: [], more: taken.more, busy: taken.busy, retries: new Map(), disabled: [] },
  };
  // What fails together is tried again together: one nudge for all of it.
  const jitter = deps.random();
  const steady = { ...deps, random: () => jitter };
  await sideBySide(taken.channels, deps.sideBySide, async (channel) => {
    await drain(channel, run, steady).catch((thrown: unknown) => troubled(thrown, run, deps));
  });
  if (run.untried.size > 0 || run.channels.size > 0)
    await deps.free(taken.taker, [...run.untried]).catch((thrown: unknown) => deps.bug(thrown));
  return run.delivered;
}

/** What was not tried for it is looked for again in a moment, as with a channel that another run has. */
function troubled(thrown: unknown, run: Run, deps: DeliverDeps): void {
  deps.bug(thrown);
  run.delivered.busy = true;
}

/** Sends one channel's deliveries in order; once the channel asks to wait or is gone, the rest goes back unsent. */
async function drain(channel: TakenChannel, run: Run, deps: DeliverDeps): Promise<void> {
  const { taken, now } = run;
  const queue = taken.deliveries.filter(({ channelId }) => channelId === channel.id);
  const merged = new Set(queue.map(({ id }) => id));
  const heads = queue.filter(({ edits }) => edits === null || !merged.has(edits.id));
  let state = channel;
  let stop = stopBefore(channel);
  for (const head of heads) {
    if (stop === null && deps.left() - run.underway < 1) stop = { at: now };
    if (stop !== null) break;
    run.underway += 1;
    try {
      stop = await paced(state, run, deps);
      if (stop !== null) break;
      // What cannot be read at the moment must not hold up the others.
      const brings = await attachmentsOf(head, deps).catch((thrown: unknown) => troubled(thrown, run, deps));
      if (brings === undefined) continue;
      const waiting = queue.filter(({ edits }) => edits?.id === head.id);
      const tried = await sendNext(state, { head, riders: waiting, brings }, run, deps);
      await settled(tried, state, head === heads.at(-1), run, deps);
      state = withThread(state, tried);
      if (tried.channel === null) continue;
      state = changedChannel(state, tried.channel);
      const { pausedUntil, disabledReason, failure } = tried.channel;
      if (disabledReason !== null && failure === null) stop = { disabledReason };
      else if (pausedUntil !== null) stop = { at: pausedUntil };
    } finally {
      run.underway -= 1;
    }
  }
  const rest = queue.filter(({ id }) => run.untried.has(id));
  if (stop === null || rest.length === 0) return;
  if ("at" in stop && stop.at <= now) run.delivered.more = true;
  else {
    for (const { id } of rest) run.untried.delete(id);
    await settled(putBack(rest, stop), state, true, run, deps);
  }
}

/** The channel with the thread that a message has opened: what follows for the same target goes there. */
const withThread = (channel: TakenChannel, { opened }: Tried): TakenChannel =>
  opened === undefined ? channel : { ...channel, threads: { ...channel.threads, [opened.target]: opened.thread } };

/** Tells what one message names; the rest is due by itself. */
async function sendNext(channel: TakenChannel, all: Said, run: Run, deps: DeliverDeps): Promise<Tried> {
  const { taken, now, untried: waiting } = run;
  const { more, ...part } = await split(channel, all, taken, false, deps);
  for (const { id } of [part.head, ...part.riders]) waiting.delete(id);
  const attempted = await attempt(channel, { ...part, brings: all.brings }, taken, now, deps);
  run.delivered.more ||= more || attempted.more;
  return attempted.tried;
}

/** Waits until the next message may follow the last; a stop where this run has taken long enough. */
async function paced(channel: TakenChannel, run: Run, deps: DeliverDeps): Promise<Stop | null> {
  const wallNow = deps.wallNow();
  const wait = Math.max(0, channel.pacedUntil - wallNow);
  if (wait > LONGEST_PAUSE_MS || wallNow + wait - run.startedAt > LONGEST_RUN_MS) return { at: run.now + wait };
  if (wait > 0) await deps.sleep(wait);
  return null;
}

async function settled(tried: Tried, channel: TakenChannel, last: boolean, run: Run, deps: DeliverDeps): Promise<void> {
  const released = await deps.settle({ ...tried, taker: run.taken.taker, leaves: last ? channel.id : null });
  if (last) run.channels.delete(channel.id);
  note(tried, channel, released, run.delivered);
}

function note(tried: Tried, channel: TakenChannel, released: number, delivered: Delivered): void {
  const retries = (released > 0 ? undefined : delivered.retries.get(channel.id)) ?? new Set();
  if (released > 0) delivered.more = true;
  for (const settlement of tried.deliveries) {
    if (settlement.attempt !== null) delivered.settlements.push({ channel, settlement });
    // What is due at once is more to send, not a retry.
    const { nextAttemptAt: next, attempt: last } = settlement;
    if (next !== null && next > (last?.at ?? 0)) retries.add(next);
  }
  delivered.retries.set(channel.id, retries);
  if (tried.channel !== null && tried.channel.disabledReason !== null) {
    delivered.disabled.push({ channel, reason: tried.channel.disabledReason });
  }
}
