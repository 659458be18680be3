import { headline } from "../../channels/headline.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import { messageOf } from "../../engine/deliver/message.ts";
import type { Channel } from "../channels/resource/form.ts";
import type { FailingChannel } from "../../core/channel-failure.ts";
import type { DeliveryRecord } from "./delivery-view.ts";

/** A message in one line, in the reader's language; null for a board, and if its events are no longer stored. */
export function titleOf(
  { digest, board, items }: Pick<Message, "digest" | "board" | "items">,
  events: Map<string, Event>,
  language: Language,
): string | null {
  if (digest !== null) return digest;
  if (board !== null) return null;
  try {
    const message = messageOf(items, events, true, language);
    return message.items.length === 0 ? null : headline(message);
  } catch {
    // A row of an older version may not fit the current words.
    return null;
  }
}

/** A delivery in the list of messages. */
export type Message = Omit<DeliveryRecord, "exchange" | "digestId"> & {
  seq: number;
  /** The name of its digest; null for a delivery of events. */
  digest: string | null;
  /** The edition of a digest, which its messages in all channels have; null for a delivery of events. */
  edition: string | null;
};

/** A channel with its name. */
export interface NamedChannel {
  id: string;
  name: string;
  kind: string;
  enabled: boolean;
}

/** The filters of the list of messages. */
export const DISPLAYED = ["all", "dead", "pending", "held", "suppressed", "sent"] as const;

export interface MessageFilter {
  show: (typeof DISPLAYED)[number];
  channelId: string | null;
  /** Created before this instant, epoch ms. */
  until: number | null;
}

/** A page of messages, newest first. Messages of one instant are on one page, unless they are very many. */
export interface Messages {
  items: Message[];
  /** Later messages that send some of these again. */
  replays: Message[];
  /** The key of the next page: before this one; null at the end. */
  next: number | null;
}

/** What is shown around any list of messages. */
export interface MessagesAround {
  channels: NamedChannel[];
  /** True if no message is stored. */
  isEmpty: boolean;
  /** The number of messages by status, except the sent ones. Pending ones up to `MOST_PENDING`. */
  counts: Record<string, number>;
  left: Left[];
  /** Channels whose messages fail. */
  unreached: FailingChannel[];
}

/** What is shown around a message. */
export interface Around {
  /** Null if it was deleted. */
  channel: (NamedChannel & Pick<Channel, "settings" | "language" | "failingSince">) | null;
  /** The name that its digest had; null if it is no edition, or that is no longer stored. */
  digest: string | null;
  /** False if its digest doesn't exist: it was deleted, or sent once. */
  digestStands: boolean;
  /** Its replays, the latest first. */
  replays: { id: string; status: DeliveryStatus; madeAt: number }[];
}

/** What a channel did not receive while it was disabled, or released, among the latest messages. */
export interface Left {
  channelId: string;
  count: number;
}

/** The number of events of a message that are read for its line. */
const MAX_OF_ONE = 4;

/** The events of these items, starting with those at the top of the message. */
export const eventIdsIn = (items: DeliveryItem[], max = MAX_OF_ONE): string[] =>
  items.slice(0, max).flatMap(({ event, update }) => [event, ...(update === undefined ? [] : [update])]);

/** Shows what waits for a deleted channel as suppressed. */
export function withoutOrphan(message: Message, channels: NamedChannel[]): Message {
  const waits = message.status === "pending" || (message.status === "held" && message.summary === null);
  if (!waits || channels.some(({ id }) => id === message.channelId)) return message;
  return { ...message, status: "suppressed", reason: "channel deleted", nextAttemptAt: null };
}

export interface MessagePorts {
  messages: {
    /** Returns messages that match, newest first, starting below the position `before`. */
    messages(filter: MessageFilter, before: number | null): Promise<Messages>;
    /** Returns those of these events that are still stored. */
    eventsOf(ids: string[]): Promise<Event[]>;
    /** Returns the channels, the number of messages, and what enabled channels missed recently. */
    around(): Promise<MessagesAround>;
    /** Returns the channel of a message, and the messages that resend it. */
    aboutOne(id: string, channelId: string): Promise<Around>;
  };
}
