import { channelKinds } from "../../channels/registry.ts";
import type { OutboundAnswer, OutboundRequest, Outcome } from "../../channels/kind.ts";
import { pooled } from "../../core/pool.ts";
import type { Edition } from "../digest/digest.ts";
import { withUpdates } from "./message.ts";
import type { Settled, Settlement, Taken, TakenChannel, TakenDelivery } from "./outbox.ts";
import { channelChange, settle } from "./settle.ts";
import { digestWording, eventWording, type Wording, type WordingDeps } from "./wording.ts";

export interface DeliverDeps extends WordingDeps {
  /** Claims up to `most` deliveries due at `now`; those of the tick `complete` need not wait for other batches. */
  take(now: number, most: number, complete: number | null): Promise<Taken>;
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  settle(settled: Settled): Promise<void>;
  /** This run has nothing more to send to the channel. */
  leave(channelId: string): Promise<void>;
  count(key: string): void;
  random(): number;
  sleep: (ms: number) => Promise<void>;
  /** The edition of a digest that a delivery brings; null where it is no longer kept. */
  edition(id: string): Promise<Edition | null>;
  /** A message that could not be put into words: it goes to the log, and not out. */
  bug(thrown: unknown): void;
}

export interface Delivered {
  settlements: { channel: TakenChannel; settlement: Settlement }[];
  more: boolean;
  /** True where another run has a channel for which more is due: it is to be looked for again in a moment. */
  busy: boolean;
  /** The earliest next attempt of what failed, tick time; null for none. */
  nextAt: number | null;
  /** Channels that turned out to be gone. */
  disabled: { channel: TakenChannel; reason: string }[];
}

const CHANNELS_SIDE_BY_SIDE = 6;
const LONGEST_PAUSE_MS = 5000;

/** A run leaves a channel after this long, well within its lease. */
const LONGEST_RUN_MS = 60_000;

/** Sends what is due at `now` (tick time), at most `most` deliveries: channels side by side, each in its own order. */
export async function deliver(
  now: number,
  most: number,
  complete: number | null,
  deps: DeliverDeps,
): Promise<Delivered> {
  const taken = await deps.take(now, most, complete);
  const delivered: Delivered = { settlements: [], more: taken.more, busy: taken.busy, nextAt: null, disabled: [] };
  await pooled(taken.channels, CHANNELS_SIDE_BY_SIDE, async (channel) => {
    const queue = taken.deliveries.filter(({ channelId }) => channelId === channel.id);
    await drain(channel, queue, taken, now, deps, delivered);
  });
  return delivered;
}

/** Why the rest of a channel's deliveries goes back unsent. */
type Stop =
  /** They may be tried again at this tick time. */
  | { at: number }
  /** The channel is closed for good. */
  | { disabledReason: string };

/** Sends one channel's deliveries in order; once the channel asks to wait or is gone, the rest goes back unsent. */
async function drain(
  channel: TakenChannel,
  queue: TakenDelivery[],
  taken: Taken,
  now: number,
  deps: DeliverDeps,
  delivered: Delivered,
): Promise<void> {
  const joined = new Set(queue.map(({ id }) => id));
  const heads = queue.filter(({ edits }) => edits === null || !joined.has(edits.id));
  const startedAt = deps.wallNow();
  let state = channel;
  let stop: Stop | null = channel.enabled ? null : { disabledReason: "channel disabled" };
  for (const head of heads) {
    const riders = queue.filter(({ edits }) => edits?.id === head.id);
    stop ??= await paced(state, startedAt, now, deps);
    if (stop !== null && "at" in stop && stop.at <= now) delivered.more = true;
    const settled =
      stop === null ? await attempt(state, head, riders, taken, now, deps) : putBack([head, ...riders], stop);
    await deps.settle(settled);
    note(settled, state, delivered);
    if (settled.channel === null) continue;
    const { pausedUntil, pacedUntil, disabledReason, failingSince } = settled.channel;
    state = { ...state, failingSince, pacedUntil: pacedUntil ?? state.pacedUntil };
    if (disabledReason !== null) stop = { disabledReason };
    else if (pausedUntil !== null) stop = { at: pausedUntil };
  }
  await deps.leave(channel.id);
}

/** Waits until the next message may follow the last; a stop where this run has taken long enough. */
async function paced(channel: TakenChannel, startedAt: number, now: number, deps: DeliverDeps): Promise<Stop | null> {
  const wallNow = deps.wallNow();
  const wait = Math.max(0, channel.pacedUntil - wallNow);
  if (wait > LONGEST_PAUSE_MS || wallNow + wait - startedAt > LONGEST_RUN_MS) return { at: now + wait };
  if (wait > 0) await deps.sleep(wait);
  return null;
}

function note(settled: Settled, channel: TakenChannel, delivered: Delivered): void {
  for (const settlement of settled.deliveries) {
    if (settlement.attempt !== null) delivered.settlements.push({ channel, settlement });
    if (settlement.nextAttemptAt !== null) {
      delivered.nextAt = Math.min(delivered.nextAt ?? Number.MAX_SAFE_INTEGER, settlement.nextAttemptAt);
    }
  }
  if (settled.channel !== null && settled.channel.disabledReason !== null) {
    delivered.disabled.push({ channel, reason: settled.channel.disabledReason });
  }
}

/** Deliveries that were claimed but not tried: due when the channel may be called again, suppressed where it never may. */
const putBack = (deliveries: TakenDelivery[], stop: Stop): Settled => ({
  channel: null,
  deliveries: deliveries.map(({ id }) => ({
    id,
    ...("at" in stop
      ? { status: "pending", reason: null, nextAttemptAt: stop.at }
      : { status: "suppressed", reason: stop.disabledReason, nextAttemptAt: null }),
    attempt: null,
    sentAt: null,
    messageRef: null,
    updated: null,
  })),
});

async function attempt(
  channel: TakenChannel,
  head: TakenDelivery,
  riders: TakenDelivery[],
  taken: Taken,
  now: number,
  deps: DeliverDeps,
): Promise<Settled> {
  const kind = channelKinds[channel.kind]!;
  const told = head.edits;
  const edit = told !== null && told.messageRef !== null && kind.edits ? told.messageRef : null;
  const own = withUpdates(
    [],
    [head, ...riders].flatMap(({ items }) => items),
    taken.events,
  );
  const items = edit === null ? own : withUpdates(told!.items, head.items, taken.events);
  const say =
    head.edition === null
      ? eventWording(channel, head, { all: items, own }, taken.events, edit !== null, deps)
      : digestWording(channel, head, await deps.edition(head.edition), deps);
  const startedAt = deps.wallNow();
  const { outcome, status, edited } = await trySending(channel, edit, say, deps);
  const tried = { at: now, status, error: null, durationMs: deps.wallNow() - startedAt };
  const verdict = settle(head, outcome, tried, now, deps.random());
  const { settlement } = verdict;
  deps.count(`deliveries|${channel.kind}|${countedAs(outcome)}`);
  if (settlement.status === "sent") {
    if (edited !== null) Object.assign(settlement, { messageRef: edited, updated: { of: told!.id, items } });
    else if (riders.length > 0) settlement.updated = { of: head.id, items };
  }
  return {
    deliveries: [settlement, ...riders.map(({ id }) => ({ ...settlement, id, updated: null }))],
    channel: channelChange(channel, outcome, verdict, now, deps.wallNow()),
  };
}

const countedAs = (outcome: Outcome): string =>
  outcome.kind === "sent" ? "sent" : outcome.kind === "later" ? "retry" : "dead";

/** One attempt: the message, then once more as plain text where its form was refused, or anew where the edited one is no more. */
async function trySending(
  channel: TakenChannel,
  edit: string | null,
  say: Wording,
  deps: DeliverDeps,
): Promise<{ outcome: Outcome; status: number | null; edited: string | null }> {
  const kind = channelKinds[channel.kind]!;
  if (channel.settings === null) {
    return { outcome: deadOf("no key opens the channel's settings"), status: null, edited: null };
  }
  const once = async (ref: string | null, plain: boolean) => {
    const request = worded(say, ref, plain, deps);
    if ("nothing" in request) return { outcome: deadOf(request.nothing), status: null };
    const answer = await deps.send(request);
    return { outcome: kind.judge(answer, { edit: ref, plain }), status: answer.status };
  };
  let ref = edit;
  let result = await once(ref, false);
  if (result.outcome.kind === "vanished" && ref !== null) result = await once((ref = null), false);
  if (result.outcome.kind === "reformat") result = await once(ref, true);
  return { ...result, edited: ref };
}

/** A message that throws while it is put into words must not hold up the others: it is dead by itself. */
function worded(say: Wording, edit: string | null, plain: boolean, deps: DeliverDeps): ReturnType<Wording> {
  try {
    return say(edit, plain);
  } catch (thrown) {
    deps.bug(thrown);
    return { nothing: "it could not be put into words; the log says why" };
  }
}

const deadOf = (reason: string): Outcome => ({ kind: "dead", reason });
