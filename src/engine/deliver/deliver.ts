import type { OperatorNews } from "../../core/drift-detector.ts";
import { sideBySide } from "../../core/concurrency.ts";
import { troubled, type Delivered, type DeliverDeps, type Run, LONGEST_RUN_MS } from "./run.ts";
import { channelKinds } from "../../channels/registry.ts";
import { isProbed } from "../../core/channel-failure.ts";
import { pausedFor, type RoutedRequest } from "../../core/pauses.ts";
import { attempt, type Attempted } from "./attempt.ts";
import { attachmentsOf } from "./sending.ts";
import { changedChannel } from "./channel-change.ts";
import { editedBy, removedBy } from "./lines.ts";
import { threadOwner } from "./outbox-due.ts";
import type { AttemptOutcome, Settlement, Taken, TakenChannel, TakenDelivery } from "./outbox.ts";
import { split, type DeliveryGroup } from "./split.ts";
import { LONGEST_PACE_MS, mayHaveArrived, untried } from "./verdict.ts";

/** Deliveries of a paused request, and when they may be tried (tick time). */
interface Paused {
  deliveries: TakenDelivery[];
  at: number;
}

/** Why a channel's remaining deliveries are released unsent. */
type Stop =
  /** They may be tried again at this tick time. */
  | { at: number }
  /** The channel is gone for good. */
  | { disabledReason: string }
  /** A person disabled the channel. Deliveries from before this instant (epoch ms) wait until it is enabled. */
  | { offSince: number };

/** Nothing is sent to a disabled channel, unless it is probed because nothing arrived. */
function stopBefore(channel: TakenChannel): Stop | null {
  if (channel.enabled || isProbed(channel)) return null;
  return channel.disabledReason === null
    ? { offSince: channel.updatedAt }
    : { disabledReason: "disabled before it was sent" };
}

/**
 * The outcome for deliveries that were claimed but not tried: due when the channel may be used again, or suppressed.
 */
function putBack(rest: TakenDelivery[], stop: Stop): AttemptOutcome {
  const put = ({ id, madeAt: createdAt }: TakenDelivery): Settlement => {
    if ("at" in stop) return untried(id, stop.at);
    if ("offSince" in stop && createdAt <= stop.offSince) return untried(id, null);
    const why = "offSince" in stop ? "by hand" : stop.disabledReason;
    return { ...untried(id, null), status: "suppressed", reason: `channel disabled: ${why}` };
  };
  return { channel: null, arrived: null, deliveries: rest.map(put) };
}

/** Discord limits edits of messages that are older than this. */
const OLD_MS = 3_600_000;

/** The thread of a delivery's requests; "" if its channel has none, or none is open yet. */
const threadFor = (
  { threads }: Pick<TakenChannel, "threads">,
  { items }: DeliveryGroup["head"],
  { events }: Pick<Taken, "events">,
): string => threads?.[threadOwner(events.get(items[0]?.event ?? ""))] ?? "";

/** The requests with which an attempt at `now` (tick time) would start, as a destination may limit them. */
function startsWith(
  channel: TakenChannel,
  group: DeliveryGroup,
  taken: Pick<Taken, "events">,
  now: number,
  wallNow: number,
): RoutedRequest[] {
  const { head } = group;
  const kind = channelKinds[channel.kind]!;
  const thread = threadFor(channel, head, taken);
  const edit = editedBy(channel, head);
  if (edit === null) {
    const asks = typeof kind.recall === "object" && mayHaveArrived(head.attempts);
    return [...(asks ? [{ route: "lookup", thread } as const] : []), { route: "post", thread }];
  }
  if (removedBy(channel, group, edit, taken, now) !== null) return [{ route: "remove", thread }];
  const postedAt = kind.editing?.postedAt?.(edit) ?? null;
  const isOld = postedAt !== null && wallNow - postedAt > OLD_MS;
  return [{ route: "edit", thread }, ...(isOld ? [{ route: "editOld", thread: "" } as const] : [])];
}

/**
 * Sends one channel's deliveries: new messages first, then edits, those that were refused before last. What the
 * destination limits is released unsent. If the whole channel has to wait or is gone, so are all others.
 */
async function drain(channel: TakenChannel, run: Run, deps: DeliverDeps): Promise<void> {
  const { taken, now } = run;
  const queue = taken.deliveries.filter(({ channelId }) => channelId === channel.id);
  const heads = headsOf(queue);
  const paused: Paused[] = [];
  let state = withCurrent(channel, Math.max(now, deps.wallNow()));
  let stop = stopBefore(channel);
  for (const head of heads) {
    if (stop === null && deps.left() - run.underway < 1) stop = { at: now };
    if (stop !== null) break;
    run.underway += 1;
    try {
      const { more, ...part } = await split(
        state,
        { head, riders: queue.filter(({ edits }) => edits?.id === head.id) },
        taken,
        false,
        deps,
      );
      run.delivered.more ||= more;
      const at = pausedFor(state.pauses, startsWith(state, part, taken, now, deps.wallNow()), now);
      if (at !== null) {
        paused.push({ deliveries: [part.head, ...part.riders], at });
        continue;
      }
      stop = await paced(state, run, deps);
      if (stop !== null) break;
      const attempted = await sendNext(state, part, run, deps);
      if (attempted === null) continue;
      const { tried } = attempted;
      await settled(tried, state, head === heads.at(-1) && paused.length === 0, run, deps);
      state = withThread(attempted.channel, tried);
      if (tried.channel === null) continue;
      state = changedChannel(state, tried.channel);
      const { pausedUntil, disabledReason, failure } = tried.channel;
      if (disabledReason !== null && failure === null) stop = { disabledReason };
      else if (pausedUntil !== null) stop = { at: pausedUntil };
    } finally {
      run.underway -= 1;
    }
  }
  await returned(queue, paused, stop, state, run, deps);
}

/** The deliveries to send in order, without those that are merged into another: refused edits are last. */
function headsOf(queue: TakenDelivery[]): TakenDelivery[] {
  const merged = new Set(queue.map(({ id }) => id));
  const heads = queue.filter(({ edits }) => edits === null || !merged.has(edits.id));
  const isEdit = ({ edits, board, messageRef }: TakenDelivery) =>
    edits !== null || (board !== null && messageRef !== null);
  const rank = (one: TakenDelivery) => (!isEdit(one) ? 0 : one.attempts.length === 0 ? 1 : 2);
  return heads.toSorted((one, other) => rank(one) - rank(other));
}

/** Releases what was not sent: paused deliveries until their pause ends, the others as `stop` says. */
async function returned(
  queue: TakenDelivery[],
  paused: Paused[],
  stop: Stop | null,
  state: TakenChannel,
  run: Run,
  deps: DeliverDeps,
): Promise<void> {
  const byPause = stop === null || "at" in stop ? paused : [];
  const soonest = stop !== null && "at" in stop ? stop.at : 0;
  const again = byPause.flatMap(({ deliveries, at }) => putBack(deliveries, { at: Math.max(at, soonest) }).deliveries);
  const waiting = new Set(again.map(({ id }) => id));
  const rest = queue.filter(({ id }) => run.untried.has(id) && !waiting.has(id));
  const isSoon = stop !== null && "at" in stop && stop.at <= run.now;
  if (isSoon && rest.length > 0) run.delivered.more = true;
  const stopped = stop === null || isSoon ? [] : putBack(rest, stop).deliveries;
  const deliveries = [...again, ...stopped];
  if (deliveries.length === 0) return;
  for (const { id } of deliveries) run.untried.delete(id);
  const isLast = rest.length === stopped.length;
  await settled({ channel: null, arrived: null, deliveries }, state, isLast, run, deps);
}

/** The channel with the settings that apply at `now`. */
function withCurrent(channel: TakenChannel, now: number): TakenChannel {
  const { signing } = channelKinds[channel.kind]!;
  if (signing === undefined || channel.settings === null) return channel;
  return { ...channel, settings: signing.current(channel.settings, now) };
}

/** The channel with a newly opened thread, for later messages about the same target. */
const withThread = (channel: TakenChannel, { opened }: AttemptOutcome): TakenChannel =>
  opened === undefined ? channel : { ...channel, threads: { ...channel.threads, [opened.target]: opened.thread } };

/** Sends one message. Null if its attachments cannot be read now, which must not delay other deliveries. */
async function sendNext(
  channel: TakenChannel,
  group: DeliveryGroup,
  run: Run,
  deps: DeliverDeps,
): Promise<Attempted | null> {
  const { taken, now, untried } = run;
  const attachments = await attachmentsOf(group.head, deps).catch((thrown: unknown) => troubled(thrown, run, deps));
  if (attachments === undefined) return null;
  for (const { id } of [group.head, ...group.riders]) untried.delete(id);
  const attempted = await attempt(channel, { ...group, attachments }, taken, now, deps);
  run.delivered.more ||= attempted.more;
  return attempted;
}

/** Waits until the next message may follow. Returns a stop if the run has taken too long. */
async function paced(channel: TakenChannel, run: Run, deps: DeliverDeps): Promise<Stop | null> {
  const wallNow = deps.wallNow();
  const wait = Math.max(0, channel.pacedUntil - wallNow);
  if (wait > LONGEST_PACE_MS || wallNow + wait - run.startedAt > LONGEST_RUN_MS) return { at: run.now + wait };
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
  note(tried, channel, released, run);
}

function note(tried: AttemptOutcome, channel: TakenChannel, released: number, { events, delivered }: Run): void {
  const retries = (released > 0 ? undefined : delivered.retries.get(channel.id)) ?? new Set();
  if (released > 0) delivered.more = true;
  for (const settlement of tried.deliveries) {
    if (settlement.attempt !== null)
      delivered.settlements.push({ channel, settlement, events: events.get(settlement.id) ?? [] });
    // A delivery that is due immediately is more work, not a retry.
    const { nextAttemptAt: next, attempt: last } = settlement;
    if (next !== null && next > (last?.at ?? 0)) retries.add(next);
  }
  delivered.retries.set(channel.id, retries);
  if (tried.channel !== null && tried.channel.disabledReason !== null) {
    delivered.disabled.push({ channel, reason: tried.channel.disabledReason });
  }
}

/** Notifies operators of channels that were disabled because their destination no longer exists. */
export const disabledNews = (disabled: Delivered["disabled"], now: number): OperatorNews[] =>
  disabled.map(({ channel, reason }) => ({
    type: "channel.disabled",
    key: `${channel.id}/${now}`,
    data: { channelId: channel.id, name: channel.name, reason },
  }));

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
    events: new Map(taken.deliveries.map(({ id, items }) => [id, items.map(({ event }) => event)])),
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
