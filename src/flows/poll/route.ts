import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import { matchesType, type Event } from "../../core/event.ts";
import { madeId } from "../../core/ids.ts";
import type { Subscription } from "../../core/subscription.ts";
import type { Batch } from "./batch.ts";
import type { PlannedDelivery } from "./commit.ts";

interface RoutedChannel {
  id: string;
  kind: string;
  enabled: boolean;
  disabledReason: string | null;
}

export interface Routes {
  /** Oldest first. */
  subscriptions: Subscription[];
  channels: RoutedChannel[];
}

/** An earlier delivery that told an event on a channel. */
export interface Told {
  channelId: string;
  eventId: string;
  deliveryId: string;
  status: DeliveryStatus;
}

interface RouteDeps {
  routes(): Promise<Routes>;
  told(asked: { channelId: string; eventId: string; detectedAt: number }[]): Promise<Told[]>;
}

/** A grouped message waits this long for the other batches of its tick. */
export const GATHER_MS = 2000;

/** Which events go where: the deliveries that the commit makes or joins. */
export async function route(events: Event[], batch: Batch, deps: RouteDeps): Promise<PlannedDelivery[]> {
  const routes = await deps.routes();
  const matches = matchAll(events, routes);
  const asked = matches.flatMap(({ event, channel, first }) =>
    event.follows === null || first.onEnd === "ignore" ? [] : [{ channelId: channel.id, ...event.follows }],
  );
  const told = asked.length === 0 ? [] : await deps.told(asked);
  return gather(matches, told, batch);
}

interface Match {
  event: Event;
  channel: RoutedChannel;
  /** The oldest subscription that matches: it decides how. */
  first: Subscription;
  item: DeliveryItem;
}

/** Every pair of an event and a channel that some subscription wants together; several make one, their mentions add up. */
function matchAll(events: Event[], { subscriptions, channels }: Routes): Match[] {
  const matches: Match[] = [];
  for (const event of events) {
    for (const channel of channels) {
      const wanting = subscriptions.filter((one) => one.channelId === channel.id && wants(one, event));
      if (wanting[0] === undefined) continue;
      const mentions = wanting.flatMap(({ mention }) => mention ?? []);
      const unique = mentions.filter((one, index) => mentions.findIndex((other) => sameMention(one, other)) === index);
      matches.push({ event, channel, first: wanting[0], item: { event: event.id, mentions: unique } });
    }
  }
  return matches;
}

const sameMention = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** True where the subscription asks for this event. Events of the upstream match those without watchlist and target. */
const wants = (subscription: Subscription, event: Event): boolean =>
  subscription.enabled &&
  (subscription.watchlistId === null || subscription.watchlistId === event.watchlistId) &&
  (subscription.targetId === null || subscription.targetId === event.targetId) &&
  subscription.events.some((pattern) => matchesType(pattern, event.type));

function gather(matches: Match[], told: Told[], batch: Batch): PlannedDelivery[] {
  const planned = new Map<string, PlannedDelivery>();
  for (const match of matches) {
    const delivery = place(match, told, batch);
    if (delivery === null) continue;
    const same = planned.get(delivery.id);
    if (same) same.items.push(...delivery.items);
    else planned.set(delivery.id, delivery);
  }
  return [...planned.values()];
}

/** The delivery that a match belongs in; null where it is not to be told. */
function place({ event, channel, first, item }: Match, told: Told[], batch: Batch): PlannedDelivery | null {
  const kind = channelKinds[channel.kind]!;
  const follows = event.follows;
  if (follows !== null && first.onEnd === "ignore") return null;
  const start = told.find((one) => one.channelId === channel.id && one.eventId === follows?.eventId);
  const about = (
    status: DeliveryStatus,
    reason: string | null,
    name: string,
    grouped: boolean,
    edits: string | null,
  ) => ({
    id: madeId("dlv", channel.id, batch.tick, name),
    spillId: grouped ? madeId("dlv", channel.id, batch.tick, name, batch.slot ?? -1, event.id) : null,
    channelId: channel.id,
    status,
    reason,
    items: [edits === null ? item : { ...item, mentions: [] }],
    edits,
    openUntil: grouped && batch.batches > 1 ? batch.tick + GATHER_MS : 0,
  });
  if (!channel.enabled)
    return about("suppressed", `channel disabled: ${channel.disabledReason ?? "by hand"}`, event.id, false, null);
  if (!kind.groups) return about("pending", null, event.id, false, null);
  if (start?.status === "suppressed") return about("suppressed", "its start was suppressed", event.id, false, null);
  const joins =
    start !== undefined &&
    (start.status === "pending" || (start.status === "sent" && first.onEnd === "edit" && kind.edits));
  if (joins) return about("pending", null, `edit ${start.deliveryId}`, true, start.deliveryId);
  return first.group ? about("pending", null, "group", true, null) : about("pending", null, event.id, false, null);
}
