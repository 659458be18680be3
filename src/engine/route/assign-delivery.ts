import { channelKinds } from "../../channels/registry.ts";
import type { PlannedDelivery } from "../commit.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { derivedId } from "../../core/ids.ts";
import type { Mention } from "../../core/notice.ts";
import { quietEnd } from "../../core/quiet-hours.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import { eventTypes, isContinuation } from "../../kinds/events.ts";
import { ignoresEnd, startOf, notifies, type Match, REASONS } from "./match.ts";

/** The tick in which events were found (epoch ms), and its batch that found them; null for none. */
export interface Moment {
  tick: number;
  slot: number | null;
  batches: number;
}

/** An earlier delivery of an event to a channel, or the summary that has sent it. */
export interface EarlierDelivery {
  channelId: string;
  eventId: string;
  deliveryId: string;
  status: DeliveryStatus;
  /** When a held delivery is sent, epoch ms. */
  heldUntil: number | null;
}

/**
 * How long an urgent message waits for other batches of its tick. Each later message of the tick waits four times as
 * long.
 */
export const GATHER_MS = 1000;

/** How long other messages wait for all batches. Events that arrive later get another message. */
export const GATHER_ALL_MS = 30_000;

/** What a subscription does with an event at this moment. */
type Disposition = { kind: "tell" } | { kind: "hold"; until: number } | { kind: "drop"; reason: string };

function dispose({ subscription, cooling }: Match["wanting"][number], at: number): Disposition {
  const { quietHours, cooldownSeconds } = subscription;
  if (cooling) return { kind: "drop", reason: REASONS.cooldown(cooldownSeconds) };
  const until = quietHours === null ? null : quietEnd(quietHours, at);
  if (until === null) return { kind: "tell" };
  return quietHours?.action === "drop" ? { kind: "drop", reason: REASONS.quiet } : { kind: "hold", until };
}

/**
 * Assigns the event of a match to a delivery; null if it is ignored. Of several subscriptions, the oldest that neither
 * holds nor drops it decides how; mentions are added up. An edit of a sent message ignores quiet hours. An end whose
 * start was never sent to the channel is suppressed, unless a subscription asks only for ends. An update of a message
 * that cannot be edited is ignored.
 */
export function place(match: Match, earlier: EarlierDelivery[], moment: Moment): PlannedDelivery | null {
  const { event, channel, wanting, silence, mentions } = match;
  const { groups } = channelKinds[channel.kind]!;
  const start = earlier.find((one) => one.channelId === channel.id && one.eventId === event.follows?.eventId);
  if (wanting.length === 0) return withStart(start, "edit", match, makerOf(match, BARE(event), moment));
  const ways = wanting.map((one) => ({ subscription: one.subscription, way: dispose(one, moment.tick) }));
  const telling = ways.filter(({ way }) => way.kind === "tell");
  const { subscription: decider } = telling[0] ?? ways[0]!;
  if (ignoresEnd(decider, event)) return null;
  const heard = (telling.length > 0 ? telling : ways).map(({ subscription }) => subscription);
  const created = makerOf(match, itemOf(event, decider, heard, mentions), moment);
  if (isContinuation(event)) return channel.enabled ? withStart(start, "edit", match, created) : null;
  if (!channel.enabled) return created.suppressed(REASONS.disabled(channel.disabledReason));
  const notSent = whyNotSent(event, start, heard);
  if (notSent !== null) return created.suppressed(notSent);
  const merged = withStart(start, decider.onEnd, match, created);
  if (merged !== null) return merged;
  if (silence !== null) return created.suppressed(REASONS.silenced(silence.reason));
  if (telling.length > 0)
    return groups && decider.group && event.late === undefined ? created.joining("group") : created.pending();
  const holding = ways.find(({ way }) => way.kind === "hold")?.way;
  if (holding?.kind === "hold") return created.held(holding.until, REASONS.quiet);
  const dropping = ways[0]!.way;
  return created.suppressed(dropping.kind === "drop" ? dropping.reason : "not told");
}

/** The line of a follow-up that no subscription decides. */
const BARE = ({ id }: Event): DeliveryItem => ({ event: id, mentions: [] });

/**
 * Why an end is suppressed: its start was not sent, although all subscriptions that match the end match starts too.
 * Null if it may be sent.
 */
function whyNotSent(event: Event, start: EarlierDelivery | undefined, heard: Subscription[]): string | null {
  if (start !== undefined && start.status !== "suppressed") return null;
  const started = startOf(event);
  if (started === null || !heard.every((subscription) => notifies(subscription, started))) return null;
  return start === undefined ? REASONS.startUntold : REASONS.startSuppressed;
}

/**
 * Assigns an end or update to the message of its start if possible: as an edit, or held with it. Null for a message of
 * its own.
 */
function withStart(
  start: EarlierDelivery | undefined,
  onEnd: Subscription["onEnd"],
  { channel }: Match,
  created: DeliveryOptions,
): PlannedDelivery | null {
  const { editing, groups } = channelKinds[channel.kind]!;
  if (start === undefined || !groups) return null;
  const { status, deliveryId, heldUntil } = start;
  if (status === "sent" && onEnd === "delete" && editing !== undefined) return created.removal(deliveryId);
  const editable = status === "sent" && onEnd === "edit" && editing !== undefined;
  if (editable || status === "pending") return created.edit(deliveryId);
  return status === "held" && heldUntil !== null ? created.held(heldUntil, REASONS.quietWithStart) : null;
}

type DeliveryOptions = ReturnType<typeof makerOf>;

/**
 * The deliveries that a match can become. Equal names give the same delivery; joinable ones may be extended by other
 * batches of the tick.
 */
function makerOf({ event, channel }: Match, item: DeliveryItem, { tick, batches }: Moment) {
  const make = (status: DeliveryStatus, name: string, more: Partial<PlannedDelivery> = {}): PlannedDelivery => ({
    id: name === event.id ? null : derivedId("dlv", channel.id, tick, name),
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
    // Deliveries of an event are looked up by the tick that found it.
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
 * The line of an event in a delivery: with the template of `decider`, and the mentions of all `telling` subscriptions
 * and of the target.
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
