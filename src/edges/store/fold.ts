import type { PlannedDelivery } from "../../core/commit.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Json } from "../../core/json.ts";

/** What deliveries that tell one event each have in common; there is one of each event on each channel, event by event. */
export interface Folded extends Pick<PlannedDelivery, "status" | "reason" | "heldUntil"> {
  /** Left out for what is told as it is found. */
  madeAt?: number;
  events: string[];
  channels: string[];
  /** Their line, but for the event. */
  line: Omit<DeliveryItem, "event">;
}

/** A commit writes so many deliveries that tell one event alone itself; where there are more, all are left folded. */
const MAX_AT_ONCE = 200;

/** What a commit writes at once, and what it leaves folded: its size grows with events and channels, not with their product. */
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

/** The places of events and channels of the deliveries from `done` on, `most` at the most. */
export const pairsOf = ({ events, channels }: Folded, done: number, max: number): [event: string, channel: string][] =>
  Array.from({ length: Math.max(0, Math.min(max, events.length * channels.length - done)) }, (_, n) => [
    events[Math.floor((done + n) / channels.length)]!,
    channels[(done + n) % channels.length]!,
  ]);

/** Says where the delivery of an event on a channel is still to be made. */
export function isStillFolded({ events, channels }: Folded, done: number): (event: string, channel: string) => boolean {
  const rows = new Map(events.map((event, place) => [event, place]));
  const columns = new Map(channels.map((channel, place) => [channel, place]));
  return (event, channel) => {
    const [row, column] = [rows.get(event), columns.get(channel)];
    return row !== undefined && column !== undefined && row * channels.length + column >= done;
  };
}
