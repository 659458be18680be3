import { derivedId } from "./ids.ts";
import type { Mention } from "./notice.ts";

export type DeliveryStatus = "pending" | "sent" | "dead" | "suppressed" | "held";

/** The id of the delivery that tells one event alone on a channel, by the tick (epoch ms) that made it. */
export const aloneId = (channelId: string, tick: number, eventId: string): string =>
  derivedId("dlv", channelId, tick, eventId);

/** One line of a delivery: an event, and the later one that brought it up to date. */
export interface DeliveryItem {
  event: string;
  update?: string;
  /** When a later delivery brought this line into the message that stood already, tick time; none: it went out with it. */
  addedAt?: number;
  /** The same of the update. */
  updatedAt?: number;
  /** True of an update that takes the line it is about out of the message, and of a line that was taken out. */
  removes?: true;
  mentions: Mention[];
  /** The subscription's own words for the event, and for the update. */
  template?: string;
  updateTemplate?: string;
}

/** One try: `status` is the HTTP status, null where no answer came. `at` is tick time, epoch ms. */
export interface Attempt {
  at: number;
  status: number | null;
  error: string | null;
  durationMs: number;
}
