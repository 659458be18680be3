import type { Attempt, DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import { iso } from "../../core/instant.ts";

export interface DeliveryRecord {
  id: string;
  channelId: string;
  status: DeliveryStatus;
  reason: string | null;
  items: DeliveryItem[];
  attempts: Attempt[];
  madeAt: number;
  nextAttemptAt: number | null;
  sentAt: number | null;
  replayOf: string | null;
}

const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

/** A delivery as the API shows it, with every attempt. */
export const deliveryView = (delivery: DeliveryRecord) => ({
  id: delivery.id,
  channelId: delivery.channelId,
  eventIds: [
    ...new Set(delivery.items.flatMap(({ event, update }) => (update === undefined ? [event] : [event, update]))),
  ],
  status: delivery.status,
  reason: delivery.reason,
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
  nextAttemptAt: isoOrNull(delivery.nextAttemptAt),
  sentAt: isoOrNull(delivery.sentAt),
  replayOf: delivery.replayOf,
  createdAt: iso(delivery.madeAt),
});
