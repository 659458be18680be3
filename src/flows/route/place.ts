import { channelKinds } from "../../channels/registry.ts";
import type { PlannedDelivery } from "../../core/commit.ts";
import { aloneId, type DeliveryItem, type DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { derivedId } from "../../core/ids.ts";
import type { Mention } from "../../core/notice.ts";
import { quietEnd } from "../../core/quiet-hours.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import { eventTypes } from "../../targets/events.ts";
import { ignoresEnd, startOf, notifies, type Match } from "./match.ts";
import { REASONS } from "./reasons.ts";

/** The tick at which events came in (epoch ms), and which of its batches brought them; null for none of them. */
export interface Moment {
  tick: number;
  slot: number | null;
  batches: number;
}

/** An earlier delivery that told an event on a channel, or holds it back; its summary, where that went out. */
export interface EarlierDelivery {
  channelId: string;
  eventId: string;
  deliveryId: string;
  status: DeliveryStatus;
  /** When what is held goes out, epoch ms. */
  heldUntil: number | null;
}

/** An urgent message waits this long for the other batches of its tick, each later one of the tick four times as long. */
export const GATHER_MS = 1000;

/** What is not urgent waits for all of them; where one is lost it goes with what comes after this. */
export const GATHER_ALL_MS = 30_000;

/** What one subscription makes of an event at this moment. */
type Disposition = { kind: "tell" } | { kind: "hold"; until: number } | { kind: "drop"; reason: string };

function dispose({ subscription, cooling }: Match["wanting"][number], at: number): Disposition {
  const { quietHours, cooldownSeconds } = subscription;
  if (cooling) return { kind: "drop", reason: REASONS.cooldown(cooldownSeconds) };
  const until = quietHours === null ? null : quietEnd(quietHours, at);
  if (until === null) return { kind: "tell" };
  return quietHours?.action === "drop" ? { kind: "drop", reason: REASONS.quiet } : { kind: "hold", until };
}

/**
 * The delivery that a match belongs in; null where it is not to be told. Of several subscriptions the oldest that does
 * not hold or drop decides how; mentions of those that tell add up. An edit of what was told ignores quiet hours. An end
 * whose start was never told on the channel is not told either, unless somebody asks for ends alone.
 */
export function place(match: Match, earlier: EarlierDelivery[], moment: Moment): PlannedDelivery | null {
  const { event, channel, wanting, silence, mentions } = match;
  const { groups } = channelKinds[channel.kind]!;
  const ways = wanting.map((one) => ({ subscription: one.subscription, way: dispose(one, moment.tick) }));
  const telling = ways.filter(({ way }) => way.kind === "tell");
  const { subscription: decider } = telling[0] ?? ways[0]!;
  if (ignoresEnd(decider, event)) return null;
  const heard = (telling.length > 0 ? telling : ways).map(({ subscription }) => subscription);
  const created = makerOf(match, itemOf(event, decider, heard, mentions), moment);
  if (!channel.enabled) return created.suppressed(REASONS.disabled(channel.disabledReason));
  const start = earlier.find((one) => one.channelId === channel.id && one.eventId === event.follows?.eventId);
  const untold = whyUntold(event, start, heard);
  if (untold !== null) return created.suppressed(untold);
  const merged = start === undefined || !groups ? null : withStart(start, decider, match, created);
  if (merged !== null) return merged;
  if (silence !== null) return created.suppressed(REASONS.silenced(silence.reason));
  if (telling.length > 0)
    return groups && decider.group && event.late === undefined ? created.joining("group") : created.pending();
  const holding = ways.find(({ way }) => way.kind === "hold")?.way;
  if (holding?.kind === "hold") return created.held(holding.until, REASONS.quiet);
  const dropping = ways[0]!.way;
  return created.suppressed(dropping.kind === "drop" ? dropping.reason : "not told");
}

/** Why an end is not told: its start was not, though all who hear of the end hear of starts too. Null where it may be told. */
function whyUntold(event: Event, start: EarlierDelivery | undefined, heard: Subscription[]): string | null {
  if (start !== undefined && start.status !== "suppressed") return null;
  const started = startOf(event);
  if (started === null || !heard.every((subscription) => notifies(subscription, started))) return null;
  return start === undefined ? REASONS.startUntold : REASONS.startSuppressed;
}

/** An end goes where its start went, as long as that can be: into its message, or held with it. Null for a message of its own. */
function withStart(
  start: EarlierDelivery,
  { onEnd }: Subscription,
  { channel }: Match,
  created: Created,
): PlannedDelivery | null {
  const { status, deliveryId, heldUntil } = start;
  const { edits, removal } = channelKinds[channel.kind]!;
  if (status === "sent" && onEnd === "delete" && removal !== undefined) return created.removal(deliveryId);
  const editable = status === "sent" && onEnd === "edit" && edits;
  if (editable || status === "pending") return created.edit(deliveryId);
  return status === "held" && heldUntil !== null ? created.held(heldUntil, REASONS.quietWithStart) : null;
}

type Created = ReturnType<typeof makerOf>;

/** The deliveries that a match can become. Those of one name are one; what joins may be added to by other batches of the tick. */
function makerOf({ event, channel }: Match, item: DeliveryItem, { tick, batches }: Moment) {
  const make = (status: DeliveryStatus, name: string, more: Partial<PlannedDelivery> = {}): PlannedDelivery => ({
    ...(name === event.id
      ? { id: aloneId(channel.id, tick, event.id), alone: true }
      : { id: derivedId("dlv", channel.id, tick, name) }),
    joins: false,
    urgent: false,
    channelId: channel.id,
    status,
    reason: null,
    items: [item],
    edits: null,
    heldUntil: null,
    openUntil: 0,
    ...more,
    // Whoever looks for what reported an event looks among those of the tick that found it.
    ...(event.late === undefined ? {} : { madeAt: event.detectedAt }),
  });
  const merges = (urgent = false) => ({
    joins: true,
    urgent,
    openUntil: batches > 1 ? tick + (urgent ? GATHER_MS : GATHER_ALL_MS) : 0,
  });
  const edit = (of: string, line: DeliveryItem) =>
    make("pending", `edit ${of}`, { ...merges(), items: [line], edits: of });
  return {
    pending: () => make("pending", event.id),
    joining: (name: string) => make("pending", name, merges(eventTypes[event.type]?.urgent)),
    suppressed: (reason: string) => make("suppressed", event.id, { reason }),
    edit: (of: string) => edit(of, { ...item, mentions: [] }),
    removal: (of: string) => edit(of, { ...item, mentions: [], removes: true }),
    held(heldUntil: number, reason: string) {
      const grouped = channelKinds[channel.kind]!.groups && event.late === undefined;
      const name = grouped ? `held ${heldUntil}` : event.id;
      return make("held", name, { ...(name === event.id ? {} : merges()), reason, heldUntil });
    },
  };
}

/**
 * The line of an event in a delivery: the words are those of `decider`, the mentions those of all that tell it and, `ofTarget`,
 * of whom it is about.
 */
export function itemOf(
  { id, type }: Event,
  { template }: Subscription,
  telling: Subscription[],
  ofTarget: Mention[],
): DeliveryItem {
  const all = [...telling.flatMap(({ mention }) => mention ?? []), ...ofTarget];
  const mentions = new Map(all.map((one) => [JSON.stringify(one), one]));
  const own = template[type];
  return { event: id, mentions: [...mentions.values()], ...(own === undefined ? {} : { template: own }) };
}
