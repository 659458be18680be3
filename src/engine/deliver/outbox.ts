import type { ChannelState } from "../../core/channel-failure.ts";
import type { Exchange } from "../../core/fault.ts";
import type { Attempt, DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import type { Pauses } from "../../core/pauses.ts";

/** A delivery that this run has claimed. */
export interface TakenDelivery {
  id: string;
  channelId: string;
  items: DeliveryItem[];
  attempts: Attempt[];
  /** The delivery whose message this one edits, with its current lines. */
  edits: { id: string; messageRef: string | null; items: DeliveryItem[] } | null;
  /** When it was created, epoch ms. */
  madeAt: number;
  /** The digest edition that it carries instead of items. */
  edition: string | null;
  /** The board that it carries instead of items. */
  board: string | null;
  /** The destination's id of the message that it sent before. A board's message is edited. */
  messageRef: string | null;
}

export interface TakenChannel extends ChannelState {
  id: string;
  /** When it was last changed. What an attempt finds applies only to the channel as it was tried. */
  updatedAt: number;
  kind: string;
  name: string;
  /** The language of its messages; null for the default. */
  language: Language | null;
  enabled: boolean;
  /** Why it was disabled automatically; null if it was not. */
  disabledReason: string | null;
  /** When a message last arrived after others had failed (tick time). */
  recoveredAt: number | null;
  /** Requests that the destination limits on their own; null for none. */
  pauses: Pauses | null;
  /** Wall clock before which no further message may be sent, epoch ms. */
  pacedUntil: number;
  /** Decrypted; null if no key decrypts them. */
  settings: unknown;
  /** If it posts in threads: the threads by target id; "" is the one for events about no target. */
  threads: Record<string, string> | null;
  /** The addresses of linked chats, if its kind needs them. */
  linked: string[];
}

export interface Taken {
  /** The id of this run. It may only record and release what it has claimed. */
  taker: string;
  deliveries: TakenDelivery[];
  channels: TakenChannel[];
  events: Map<string, Event>;
  /** True if more deliveries were due than were claimed. */
  more: boolean;
  /** True if another run is sending to a channel with due deliveries. */
  busy: boolean;
}

/** The result of splitting a delivery: the claimed deliveries with their new content, and new ones. */
export interface Division {
  parts: {
    id: string;
    /** The delivery that it is, or was a part of. */
    of: string;
    items: DeliveryItem[];
    edits: string | null;
  }[];
}

/** The outcome for a delivery after an attempt. */
export interface Settlement {
  id: string;
  status: DeliveryStatus;
  reason: string | null;
  attempt: Attempt | null;
  nextAttemptAt: number | null;
  sentAt: number | null;
  messageRef: string | null;
  /** New lines of the delivery `of`, whose message was edited. */
  updated: { of: string; items: DeliveryItem[] } | null;
  /** The exchange to store; null keeps the stored one. */
  exchange: Exchange | null;
}

/** The outcome of one attempt. */
export interface AttemptOutcome {
  deliveries: Settlement[];
  /** Null if the channel has not changed. */
  channel: ChannelChange | null;
  /**
   * The channel to which a message arrived again, and when (tick time): its waiting deliveries become due. Null for
   * none.
   */
  arrived: { channelId: string; at: number } | null;
  /** The thread that was opened for a target; "" is the one for events about no target. */
  opened?: { channelId: string; target: string; thread: string };
}

/** The outcome, recorded in one step. */
export interface Settled extends AttemptOutcome {
  taker: string;
  /** The channel to release, if the run has nothing more to send to it. */
  leaves: string | null;
}

/** The change of a channel after an attempt. */
export interface ChannelChange extends ChannelState, Pick<TakenChannel, "recoveredAt"> {
  id: string;
  /** The version of the channel that was tried. If it was changed since, nothing is written. */
  updatedAt: number;
  /** No message is sent before this tick time, epoch ms; null for no pause. */
  pausedUntil: number | null;
  /** The channel's pauses after the attempt. */
  pauses: Pauses | null;
  /** No message is sent before this wall clock time, epoch ms; null for no pause. */
  pacedUntil: number | null;
  disabledReason: string | null;
  /** True if a message arrived at a channel that had been disabled because none did. */
  enabledAgain: boolean;
}
