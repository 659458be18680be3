import type { ChannelState } from "../../core/channel-failure.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { Attempt, DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";

/** A delivery that this run has claimed. */
export interface TakenDelivery {
  id: string;
  channelId: string;
  items: DeliveryItem[];
  attempts: Attempt[];
  /** The delivery whose message this one brings up to date, as it stands now. */
  edits: { id: string; messageRef: string | null; items: DeliveryItem[] } | null;
  /** When it was made, epoch ms. */
  madeAt: number;
  /** The edition of a digest that it brings, in place of items. */
  edition: string | null;
  /** The board whose message it keeps, in place of items. */
  board: string | null;
  /** The destination's name of the message that it sent before: a board's is edited. */
  messageRef: string | null;
}

export interface TakenChannel extends ChannelState {
  id: string;
  /** When somebody last changed it: what an attempt says of it holds only for what was tried. */
  updatedAt: number;
  kind: string;
  name: string;
  /** What its messages are written in; null where nobody said. */
  language: Language | null;
  enabled: boolean;
  /** Why it disabled itself; null where it did not. */
  disabledReason: string | null;
  /** When a message last arrived after others had failed (tick time). */
  recoveredAt: number | null;
  /** Wall clock before which the next message would come too soon, epoch ms. */
  pacedUntil: number;
  /** Decrypted; null where no key opens it. */
  settings: unknown;
  /** Where it posts in threads: the thread of each target, by the target's id; "" for what is about none. */
  threads: Record<string, string> | null;
}

export interface Taken {
  /** Names this run: what it settles and frees is its own. */
  taker: string;
  deliveries: TakenDelivery[];
  channels: TakenChannel[];
  events: Map<string, Event>;
  /** True where more was due than was taken. */
  more: boolean;
  /** True where another run is sending to a channel for which more is due. */
  busy: boolean;
}

/** What a delivery is divided into: those that a run has claimed as they are now, and new ones made of them. */
export interface Division {
  parts: {
    id: string;
    /** The delivery that it is, or was a part of. */
    of: string;
    items: DeliveryItem[];
    edits: string | null;
  }[];
}

/** What becomes of a delivery after an attempt. */
export interface Settlement {
  id: string;
  status: DeliveryStatus;
  reason: string | null;
  attempt: Attempt | null;
  nextAttemptAt: number | null;
  sentAt: number | null;
  messageRef: string | null;
  /** New lines of the delivery `of`, whose message was brought up to date. */
  updated: { of: string; items: DeliveryItem[] } | null;
  /** What was sent and what came back; null leaves what is kept. */
  exchange: Exchange | null;
}

/** What one attempt changes. */
export interface Tried {
  deliveries: Settlement[];
  /** Null where nothing about the channel changes. */
  channel: ChannelChange | null;
  /** The channel where something arrived again, and when (tick time): what waits there is due. Null for none. */
  arrived: { channelId: string; at: number } | null;
  /** The thread that was opened for a target, "" for none. */
  opened?: { channelId: string; target: string; thread: string };
}

/** The same, written in one step. */
export interface Settled extends Tried {
  taker: string;
  /** The channel, where the run has nothing more to send to it: others may. */
  leaves: string | null;
}

/** What an attempt says about its channel. */
export interface ChannelChange extends ChannelState, Pick<TakenChannel, "recoveredAt"> {
  id: string;
  /** Of the channel as it was tried: one that was changed since is not touched. */
  updatedAt: number;
  /** Nothing goes to it before this tick time, epoch ms; null: nothing asked for that. */
  pausedUntil: number | null;
  /** Nothing goes to it before this instant of the wall clock, epoch ms; null: nothing asked for that. */
  pacedUntil: number | null;
  /** Why it is disabled. */
  disabledReason: string | null;
  /** True where a message arrived at a channel that was disabled since none did. */
  enabledAgain: boolean;
}
