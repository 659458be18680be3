import type { PlannedDelivery } from "../commit.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Json } from "../../core/json.ts";

/** Common fields of single-event deliveries: one for each event on each channel, ordered by event. */
export interface Folded extends Pick<PlannedDelivery, "status" | "reason" | "heldUntil"> {
  /** Undefined for events that are reported when they are found. */
  madeAt?: number;
  events: string[];
  channels: string[];
  /** Their item without the event. */
  line: Omit<DeliveryItem, "event">;
}

/** Up to this many single-event deliveries are written by the commit itself. If there are more, all stay folded. */
const MAX_AT_ONCE = 200;

/**
 * Divides deliveries into those written at once and those left folded. The size of the latter grows with the number of
 * events plus channels, not with their product.
 */
export function folded(planned: PlannedDelivery[]): { direct: PlannedDelivery[]; left: Folded[] } {
  const alone = planned.filter((one) => one.alone);
  if (alone.length <= MAX_AT_ONCE) return { direct: planned, left: [] };
  const byEvent = Map.groupBy(alone, ({ items: [item] }) => item!.event);
  const left = new Map<string, Folded>();
  for (const [event, ofEvent] of byEvent) {
    for (const [alike, some] of Map.groupBy(ofEvent, shapeOf)) {
      const channels = some.map(({ channelId }) => channelId);
      const key = `${alike} ${channels.join()}`;
      const same = left.get(key);
      if (same === undefined) left.set(key, { ...shared(some[0]!), events: [event], channels });
      else same.events.push(event);
    }
  }
  return { direct: planned.filter((one) => !one.alone), left: [...left.values()] };
}

const shared = ({
  status,
  reason,
  heldUntil,
  madeAt: createdAt,
  items,
}: PlannedDelivery): Omit<Folded, "events" | "channels"> => {
  const { event: _, ...line } = items[0]!;
  return { status, reason, heldUntil, ...(createdAt === undefined ? {} : { madeAt: createdAt }), line };
};

const shapeOf = (one: PlannedDelivery): string => JSON.stringify(shared(one) as unknown as Json);

/** Events and channels of the next deliveries from index `done` on, at most `max`. */
export const pairsOf = ({ events, channels }: Folded, done: number, max: number): [event: string, channel: string][] =>
  Array.from({ length: Math.max(0, Math.min(max, events.length * channels.length - done)) }, (_, n) => [
    events[Math.floor((done + n) / channels.length)]!,
    channels[(done + n) % channels.length]!,
  ]);

/** Returns a function that tells whether the delivery of an event on a channel is still to be created. */
export function isStillFolded({ events, channels }: Folded, done: number): (event: string, channel: string) => boolean {
  const rows = new Map(events.map((event, place) => [event, place]));
  const columns = new Map(channels.map((channel, place) => [channel, place]));
  return (event, channel) => {
    const [row, column] = [rows.get(event), columns.get(channel)];
    return row !== undefined && column !== undefined && row * channels.length + column >= done;
  };
}
