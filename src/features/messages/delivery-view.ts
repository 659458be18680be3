import type { Attempt, DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Exchange } from "../../core/fault.ts";
import { iso, isoOrNull } from "../../core/instant.ts";
import type { DeliveryAnswer } from "./shape.ts";

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
  /** The delivery whose message it edits. */
  edits: string | null;
  /** The digest of its edition; null for a delivery of events. */
  digestId: string | null;
  /** The board of its message; null for none. */
  board: string | null;
  /** The delivery with the summary of what this one held. */
  summary: string | null;
  /** Only read for a single delivery; null if nothing was sent, or by an older version. */
  exchange?: Exchange | null;
}

/** The reason of its status. For held events it names the summary that has sent them. */
const reasonOf = ({ reason, summary }: DeliveryRecord): string | null =>
  summary === null ? reason : `${reason ?? "held"}; told in ${summary}`;

interface Notified {
  eventId: string;
  /** When a later delivery added it, epoch ms; null if it was sent with the message. */
  laterAt: number | null;
}

/** The events of its message. Those added at the time of sending, or before a replay, were sent with it. */
function notifiedBy({ items, sentAt }: DeliveryRecord): Notified[] {
  const later = (at: number | undefined) => (at === undefined || sentAt === null || at <= sentAt ? null : at);
  const all = items.flatMap(({ event, addedAt, update, updatedAt }) => [
    { eventId: event, laterAt: later(addedAt) },
    ...(update === undefined ? [] : [{ eventId: update, laterAt: later(updatedAt) }]),
  ]);
  return [...new Map(all.map((one) => [one.eventId, one])).values()];
}

/** A delivery as the API serializes it, with all attempts. A held one has the time of its summary. */
export const deliveryView = (delivery: DeliveryRecord): DeliveryAnswer => ({
  id: delivery.id,
  channelId: delivery.channelId,
  eventIds: notifiedBy(delivery).flatMap(({ eventId, laterAt }) => (laterAt === null ? eventId : [])),
  told: notifiedBy(delivery).flatMap(({ eventId, laterAt }) =>
    delivery.sentAt === null ? [] : { eventId, at: iso(laterAt ?? delivery.sentAt) },
  ),
  status: delivery.status,
  reason: reasonOf(delivery),
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
  nextAttemptAt: isoOrNull(delivery.summary === null ? delivery.nextAttemptAt : null),
  sentAt: isoOrNull(delivery.sentAt),
  replayOf: delivery.replayOf,
  edits: delivery.edits,
  digestId: delivery.digestId,
  boardId: delivery.board,
  createdAt: iso(delivery.madeAt),
});

/** The same with the last request and response. */
export const deliveryInFull = (delivery: DeliveryRecord) => ({
  ...deliveryView(delivery),
  request: delivery.exchange?.request ?? null,
  response: delivery.exchange?.response ?? null,
});
