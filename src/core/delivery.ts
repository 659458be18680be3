import { derivedId } from "./ids.ts";
import type { Mention } from "./notice.ts";

export type DeliveryStatus = "pending" | "sent" | "dead" | "suppressed" | "held";

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
