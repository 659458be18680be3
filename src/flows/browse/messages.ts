import { headline } from "../../channels/headline.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { messageOf } from "../deliver/message.ts";
import type { DeliveryRecord } from "./delivery-view.ts";

/** A delivery as the list of messages shows it. */
export type Message = Omit<DeliveryRecord, "exchange" | "digestId"> & {
  seq: number;
  /** The name of the digest that it brings; null for one of events. */
  digest: string | null;
};

/** A channel by its name. */
export interface NamedChannel {
  id: string;
  name: string;
  kind: string;
  enabled: boolean;
}

/** What people look for among messages. */
export const SHOWN = ["all", "dead", "pending", "held", "suppressed", "sent"] as const;

export interface MessageFilter {
  show: (typeof SHOWN)[number];
  channelId: string | null;
  /** Made before this instant, epoch ms. */
  until: number | null;
}

/** Some of the messages, newest first. */
export interface Messages {
  items: Message[];
  channels: NamedChannel[];
  /** How many there are, by status. */
  counts: Record<string, number>;
  /** Where to look on: before this one; null at the end. */
  next: number | null;
}

/** What a message is of. */
export interface Around {
  /** Null where it is gone. */
  channel: NamedChannel | null;
  /** What it was sent again as, the latest first. */
  replays: { id: string; status: DeliveryStatus; madeAt: number }[];
}

/** What a channel did not get while it was off, or gave back, among the latest messages. */
export interface Left {
  channelId: string;
  count: number;
}

/** What a message says in a line; null where that is no longer kept. */
export function titleOf(
  { digest, items }: Pick<Message, "digest" | "items">,
  events: Map<string, Event>,
): string | null {
  if (digest !== null) return digest;
  try {
    const message = messageOf(items, events, true, "en");
    return message.items.length === 0 ? null : headline(message);
  } catch {
    // An older version may have kept what no words fit any more.
    return null;
  }
}

/** As many events of one message are read for its line. */
const MOST_OF_ONE = 4;

/** The events that these items name, those first that begin a message. */
export const eventIdsIn = (items: DeliveryItem[], most = MOST_OF_ONE): string[] =>
  items.slice(0, most).flatMap(({ event, update }) => [event, ...(update === undefined ? [] : [update])]);
