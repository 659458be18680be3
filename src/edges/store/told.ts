import type { EarlierDelivery } from "../../flows/route/place.ts";

/** An event, and the channel on which it may have been told. */
export interface Notified {
  channelId: string;
  eventId: string;
  detectedAt: number;
  /** True where the event has a delivery of its own there. */
  alone: boolean;
}

/** A delivery that told it, and when that was made. */
export type Telling = EarlierDelivery & { madeAt: number };
