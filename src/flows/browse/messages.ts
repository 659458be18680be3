import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { FailingChannel } from "./now-reading.ts";
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
  /** Where to look on: before this one; null at the end. */
  next: number | null;
}

/** What stands around any of them. */
export interface MessagesAround {
  channels: NamedChannel[];
  /** How many messages there are, by status. */
  counts: Record<string, number>;
  left: Left[];
  /** Channels at which messages fail. */
  unreached: FailingChannel[];
}

/** What a message is of. */
export interface Around {
  /** Null where it is gone. */
  channel: NamedChannel | null;
  /** The name that its digest had; null where it is no edition, or that is no longer kept. */
  digest: string | null;
  /** What it was sent again as, the latest first. */
  replays: { id: string; status: DeliveryStatus; madeAt: number }[];
}

/** What a channel did not get while it was off, or gave back, among the latest messages. */
export interface Left {
  channelId: string;
  count: number;
}

/** As many events of one message are read for its line. */
const MAX_OF_ONE = 4;

/** The events that these items name, those first that begin a message. */
export const eventIdsIn = (items: DeliveryItem[], max = MAX_OF_ONE): string[] =>
  items.slice(0, max).flatMap(({ event, update }) => [event, ...(update === undefined ? [] : [update])]);

/** What a channel that is deleted would still get is left out. */
export function withoutOrphan(message: Message, channels: NamedChannel[]): Message {
  const waits = message.status === "pending" || (message.status === "held" && message.summary === null);
  if (!waits || channels.some(({ id }) => id === message.channelId)) return message;
  return { ...message, status: "suppressed", reason: "channel deleted", nextAttemptAt: null };
}
