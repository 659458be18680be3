import type { EarlierDelivery } from "./assign-delivery.ts";

/** An event, and a channel that may have been notified of it. */
export interface Notified {
  channelId: string;
  eventId: string;
  detectedAt: number;
  /** True if the event has its own delivery there. */
  alone: boolean;
}

/** A delivery that reported the event, and when it was created. */
export type Telling = EarlierDelivery & { madeAt: number };
