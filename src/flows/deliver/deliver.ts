import { channelKinds } from "../../channels/registry.ts";
import type { OperatorNews } from "../../core/drift-detector.ts";
import { sideBySide } from "../../core/concurrency.ts";
import { attempt, type AttemptDeps, type MessageContent } from "./attempt.ts";
import { attachmentsOf, type AttachmentsDeps } from "./attachments.ts";
import { changedChannel } from "./channel-change.ts";
import { split, type SplitDeps } from "./split.ts";
import type { Settled, Settlement, Taken, TakenChannel, AttemptOutcome } from "./outbox.ts";
import { putBack, stopBefore, type Stop } from "./return-claim.ts";

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
  settlements: { channel: TakenChannel; settlement: Settlement }[];
  more: boolean;
  /** True if another run holds a channel with due deliveries. It must be tried again soon. */
  busy: boolean;
  /** When failed deliveries are retried, tick times by channel. */
  retries: Map<string, Set<number>>;
  /** Channels whose destination no longer exists. */
  disabled: { channel: TakenChannel; reason: string }[];
}

/** Notifies operators of channels that were disabled because their destination no longer exists. */
export const disabledNews = (disabled: Delivered["disabled"], now: number): OperatorNews[] =>
  disabled.map(({ channel, reason }) => ({
    type: "channel.disabled",
    key: `${channel.id}/${now}`,
    data: { channelId: channel.id, name: channel.name, reason },
  }));

/** One run with its claims. */
interface Run {
  now: number;
  /** Wall clock at the claim, when all leases started. */
  startedAt: number;
  taken: Taken;
  untried: Set<string>;
  channels: Set<string>;
  underway: number;
  delivered: Delivered;
}

const LONGEST_PAUSE_MS = 5000;

/** A run starts nothing new after this time, well within its lease. */
export const LONGEST_RUN_MS = 60_000;

/**
 * Sends at most `max` deliveries due at `now` (tick time): channels concurrently, each in its own order. A failing
 * channel does not affect others. What was not tried is released at the end.
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
  // Deliveries that fail together are retried together, with one wake-up.
  const jitter = deps.random();
  const steady = { ...deps, random: () => jitter };
  await sideBySide(taken.channels, deps.sideBySide, async (channel) => {
    await drain(channel, run, steady).catch((thrown: unknown) => troubled(thrown, run, deps));
  });
  if (run.untried.size > 0 || run.channels.size > 0)
    await deps.free(taken.taker, [...run.untried]).catch((thrown: unknown) => deps.bug(thrown));
  return run.delivered;
}

/** Logs a bug. What was not tried is tried again soon, as with a channel that another run holds. */
function troubled(thrown: unknown, run: Run, deps: DeliverDeps): void {
  deps.bug(thrown);
  run.delivered.busy = true;
}

/** Sends one channel's deliveries in order. If the channel asks to wait or is gone, the others are released unsent. */
async function drain(channel: TakenChannel, run: Run, deps: DeliverDeps): Promise<void> {
  const { taken, now } = run;
  const queue = taken.deliveries.filter(({ channelId }) => channelId === channel.id);
  const merged = new Set(queue.map(({ id }) => id));
  const heads = queue.filter(({ edits }) => edits === null || !merged.has(edits.id));
  let state = withCurrent(channel, Math.max(now, deps.wallNow()));
  let stop = stopBefore(channel);
  for (const head of heads) {
    if (stop === null && deps.left() - run.underway < 1) stop = { at: now };
    if (stop !== null) break;
    run.underway += 1;
    try {
      stop = await paced(state, run, deps);
      if (stop !== null) break;
      // Attachments that cannot be read now must not delay other deliveries.
      const brings = await attachmentsOf(head, deps).catch((thrown: unknown) => troubled(thrown, run, deps));
      if (brings === undefined) continue;
      const waiting = queue.filter(({ edits }) => edits?.id === head.id);
      const tried = await sendNext(state, { head, riders: waiting, attachments: brings }, run, deps);
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

/** The channel with the settings that apply at `now`. */
function withCurrent(channel: TakenChannel, now: number): TakenChannel {
  const kind = channelKinds[channel.kind]!;
  if (kind.current === undefined || channel.settings === null) return channel;
  return { ...channel, settings: kind.current(channel.settings, now) };
}

/** The channel with a newly opened thread, for later messages about the same target. */
const withThread = (channel: TakenChannel, { opened }: AttemptOutcome): TakenChannel =>
  opened === undefined ? channel : { ...channel, threads: { ...channel.threads, [opened.target]: opened.thread } };

/** Sends one message. What does not fit is due by itself. */
async function sendNext(
  channel: TakenChannel,
  all: MessageContent,
  run: Run,
  deps: DeliverDeps,
): Promise<AttemptOutcome> {
  const { taken, now, untried: waiting } = run;
  const { more, ...part } = await split(channel, all, taken, false, deps);
  for (const { id } of [part.head, ...part.riders]) waiting.delete(id);
  const attempted = await attempt(channel, { ...part, attachments: all.attachments }, taken, now, deps);
  run.delivered.more ||= more || attempted.more;
  return attempted.tried;
}

/** Waits until the next message may follow. Returns a stop if the run has taken too long. */
async function paced(channel: TakenChannel, run: Run, deps: DeliverDeps): Promise<Stop | null> {
  const wallNow = deps.wallNow();
  const wait = Math.max(0, channel.pacedUntil - wallNow);
  if (wait > LONGEST_PAUSE_MS || wallNow + wait - run.startedAt > LONGEST_RUN_MS) return { at: run.now + wait };
  if (wait > 0) await deps.sleep(wait);
  return null;
}

async function settled(
  tried: AttemptOutcome,
  channel: TakenChannel,
  last: boolean,
  run: Run,
  deps: DeliverDeps,
): Promise<void> {
  const released = await deps.settle({ ...tried, taker: run.taken.taker, leaves: last ? channel.id : null });
  if (last) run.channels.delete(channel.id);
  note(tried, channel, released, run.delivered);
}

function note(tried: AttemptOutcome, channel: TakenChannel, released: number, delivered: Delivered): void {
  const retries = (released > 0 ? undefined : delivered.retries.get(channel.id)) ?? new Set();
  if (released > 0) delivered.more = true;
  for (const settlement of tried.deliveries) {
    if (settlement.attempt !== null) delivered.settlements.push({ channel, settlement });
    // A delivery that is due immediately is more work, not a retry.
    const { nextAttemptAt: next, attempt: last } = settlement;
    if (next !== null && next > (last?.at ?? 0)) retries.add(next);
  }
  delivered.retries.set(channel.id, retries);
  if (tried.channel !== null && tried.channel.disabledReason !== null) {
    delivered.disabled.push({ channel, reason: tried.channel.disabledReason });
  }
}
