import { channelKinds } from "../../channels/registry.ts";
import type { OutboundAnswer, OutboundRequest, Outcome } from "../../channels/kind.ts";
import { pooled } from "../../core/pool.ts";
import { messageOf, withUpdates } from "./message.ts";
import type { Settled, Settlement, Taken, TakenChannel, TakenDelivery } from "./outbox.ts";
import { settle } from "./settle.ts";

export interface DeliverDeps {
  /** Claims up to `most` deliveries due at `now`; those of the tick `complete` need not wait for other batches. */
  take(now: number, most: number, complete: number | null): Promise<Taken>;
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  settle(settled: Settled): Promise<void>;
  count(key: string): void;
  random(): number;
  wallNow(): number;
  sleep(ms: number): Promise<void>;
}

export interface Delivered {
  settlements: { channel: TakenChannel; settlement: Settlement }[];
  more: boolean;
  /** The earliest next attempt of what failed, tick time; null for none. */
  nextAt: number | null;
}

const CHANNELS_SIDE_BY_SIDE = 6;
const LONGEST_PAUSE_MS = 5000;

/** Sends what is due at `now` (tick time), at most `most` deliveries: channels side by side, each in its own order. */
export async function deliver(
  now: number,
  most: number,
  complete: number | null,
  deps: DeliverDeps,
): Promise<Delivered> {
  const taken = await deps.take(now, most, complete);
  const delivered: Delivered = { settlements: [], more: taken.more, nextAt: null };
  await pooled(taken.channels, CHANNELS_SIDE_BY_SIDE, async (channel) => {
    const queue = taken.deliveries.filter(({ channelId }) => channelId === channel.id);
    await drain(channel, queue, taken, now, deps, delivered);
  });
  return delivered;
}

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
  let stop: { pausedUntil: number | null; disabledReason: string | null } | null = channel.enabled
    ? null
    : { pausedUntil: null, disabledReason: "channel disabled" };
  for (const head of heads) {
    const riders = queue.filter(({ edits }) => edits?.id === head.id);
    const settled =
      stop === null ? await attempt(channel, head, riders, taken, now, deps) : putBack([head, ...riders], stop);
    await deps.settle(settled);
    for (const settlement of settled.deliveries) {
      if (settlement.attempt !== null) delivered.settlements.push({ channel, settlement });
      if (settlement.nextAttemptAt !== null) {
        delivered.nextAt = Math.min(delivered.nextAt ?? Number.MAX_SAFE_INTEGER, settlement.nextAttemptAt);
      }
    }
    if (settled.channel !== null) stop = settled.channel;
  }
}

/** Deliveries that were claimed but not tried: due when the channel may be called again, suppressed where it never may. */
const putBack = (
  deliveries: TakenDelivery[],
  stop: { pausedUntil: number | null; disabledReason: string | null },
): Settled => ({
  channel: null,
  deliveries: deliveries.map(({ id }) => ({
    id,
    status: stop.disabledReason === null ? "pending" : "suppressed",
    reason: stop.disabledReason,
    attempt: null,
    nextAttemptAt: stop.disabledReason === null ? stop.pausedUntil : null,
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
    head.items,
    riders.flatMap(({ items }) => items),
    taken.events,
  );
  const items = edit === null ? own : withUpdates(told!.items, head.items, taken.events);
  const startedAt = deps.wallNow();
  const { outcome, status, edited } = await trySending(channel, head.id, edit, { items, own }, taken, deps);
  const tried = { at: now, status, error: null, durationMs: deps.wallNow() - startedAt };
  const verdict = settle(head, outcome, tried, now, deps.random());
  const { settlement } = verdict;
  deps.count(`deliveries|${channel.kind}|${countedAs(outcome)}`);
  if (settlement.status === "sent") {
    if (edited !== null) Object.assign(settlement, { messageRef: edited, updated: { of: told!.id, items } });
    else if (riders.length > 0) settlement.updated = { of: head.id, items };
    if (outcome.kind === "sent") await deps.sleep(Math.min(LONGEST_PAUSE_MS, outcome.pauseSeconds * 1000));
  }
  const closed = verdict.pausedUntil !== null || verdict.disabledReason !== null;
  return {
    deliveries: [settlement, ...riders.map(({ id }) => ({ ...settlement, id, updated: null }))],
    channel: closed
      ? { id: channel.id, pausedUntil: verdict.pausedUntil, disabledReason: verdict.disabledReason }
      : null,
  };
}

const countedAs = (outcome: Outcome): string =>
  outcome.kind === "sent" ? "sent" : outcome.kind === "later" ? "retry" : "dead";

type Lines = { items: Parameters<typeof messageOf>[0]; own: Parameters<typeof messageOf>[0] };

/** One attempt: the message, then once more as plain text where its form was refused, or anew where the edited one is no more. */
async function trySending(
  channel: TakenChannel,
  deliveryId: string,
  edit: string | null,
  lines: Lines,
  taken: Taken,
  deps: DeliverDeps,
): Promise<{ outcome: Outcome; status: number | null; edited: string | null }> {
  const kind = channelKinds[channel.kind]!;
  if (channel.settings === null) {
    return { outcome: deadOf("no key opens the channel's settings"), status: null, edited: null };
  }
  const once = async (ref: string | null, plain: boolean) => {
    const message = messageOf(ref === null ? lines.own : lines.items, taken.events, edit !== null);
    if (message.items.length === 0) return { outcome: deadOf("its events are no longer kept"), status: null };
    const sending = { settings: channel.settings, deliveryId, message, at: deps.wallNow(), edit: ref, plain };
    const answer = await deps.send(kind.render(sending));
    return { outcome: kind.judge(answer, { edit: ref, plain }), status: answer.status };
  };
  let ref = edit;
  let result = await once(ref, false);
  if (result.outcome.kind === "vanished" && ref !== null) result = await once((ref = null), false);
  if (result.outcome.kind === "reformat") result = await once(ref, true);
  return { ...result, edited: ref };
}

const deadOf = (reason: string): Outcome => ({ kind: "dead", reason });
