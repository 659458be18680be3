import type { Attempt, DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import { iso, isoOrNull } from "../../core/instant.ts";

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
  /** The digest that it brings an edition of; null for one of events. */
  digestId: string | null;
  /** The delivery that told what this one held back. */
  summary: string | null;
}

/** Why it is as it is; what was held and has been told since says where. */
const reasonOf = ({ reason, summary }: DeliveryRecord): string | null =>
  summary === null ? reason : `${reason ?? "held"}; told in ${summary}`;

/** A delivery as the API shows it, with every attempt. What is held says when its summary goes out. */
export const deliveryView = (delivery: DeliveryRecord) => ({
  id: delivery.id,
  channelId: delivery.channelId,
  eventIds: [
    ...new Set(delivery.items.flatMap(({ event, update }) => (update === undefined ? [event] : [event, update]))),
  ],
  status: delivery.status,
  reason: reasonOf(delivery),
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
  nextAttemptAt: isoOrNull(delivery.summary === null ? delivery.nextAttemptAt : null),
  sentAt: isoOrNull(delivery.sentAt),
  replayOf: delivery.replayOf,
  digestId: delivery.digestId,
  createdAt: iso(delivery.madeAt),
});
