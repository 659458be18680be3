import { derivedId } from "./ids.ts";
import type { Mention } from "./notice.ts";

/** A creator who is live, or was live when last known. Instants are epoch ms. */
interface BoardLine {
  name: string;
  title: string | null;
  url: string | null;
  startedAt: number;
  /** True if it may have been live earlier, because no check shortly before that saw it offline. */
  startUnseen?: true;
  /** Since when it is unknown whether the stream still runs; omitted while it is known. */
  unknownSince?: number;
}

/** The content of a board: creators who are live, latest start first. Instants are epoch ms. */
export interface BoardContent {
  onAir: BoardLine[];
  /** Live creators beyond those listed; a lower bound where `atLeast` is true. */
  more: number;
  atLeast: boolean;
  /** Creators whose state is unknown, and whether some have never been checked. */
  unknown?: number;
  unchecked?: boolean;
  /** Since when nothing is known; null while polls work. */
  blindSince: number | null;
}

/**
 * The id of the delivery that holds a board's message in a channel. It never changes, so the delivery edits its own
 * message.
 */
export const boardDelivery = (boardId: string, channelId: string): string => derivedId("dlv", boardId, channelId);

export const deliveryStatuses = ["pending", "sent", "dead", "suppressed", "held"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The id of the delivery that carries a single event to a channel, created by a tick (epoch ms). */
export const aloneId = (channelId: string, tick: number, eventId: string): string =>
  derivedId("dlv", channelId, tick, eventId);

/** Why nobody looks after a target any more that was live, and since when; instants are epoch ms. */
export interface Unwatched {
  why: "removed" | "paused";
  at: number;
  /** The last poll that saw it live. */
  seenAt: number;
}

/** One line of a delivery: an event, and the later event that updated it. */
export interface DeliveryItem {
  event: string;
  update?: string;
  /**
   * When a later delivery added this line to the existing message, tick time; omitted if it was sent with the message.
   */
  addedAt?: number;
  /** The same for the update. */
  updatedAt?: number;
  /** True for an update that removes its line from the message, and for a line that was removed. */
  removes?: true;
  /** Set if the event was a start, and no poll will see its end until further notice. An update says more. */
  unwatched?: Unwatched;
  mentions: Mention[];
  /** The subscription's template for the event, and for the update. */
  template?: string;
  updateTemplate?: string;
}

/** One request. `status` is the HTTP status, null without an answer. `at` is tick time, epoch ms. */
export interface Attempt {
  at: number;
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** Pending deliveries are counted up to this number: a counter would have to be written twice for each message. */
export const MOST_PENDING = 100;

/** The number of pending deliveries as people read it: `100+` for the most that is counted. */
export const pendingWords = (count: number): string => (count < MOST_PENDING ? `${count}` : `${MOST_PENDING}+`);
