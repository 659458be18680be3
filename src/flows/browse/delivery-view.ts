import type { Attempt, DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Exchange } from "../../core/exchange.ts";
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
  /** The delivery whose message it brings up to date. */
  edits: string | null;
  /** The digest that it brings an edition of; null for one of events. */
  digestId: string | null;
  /** The board whose message it keeps; null for none. */
  board: string | null;
  /** The delivery that told what this one held back. */
  summary: string | null;
  /** Read of one alone; null where nothing was sent, or by an older version. */
  exchange?: Exchange | null;
}

/** Why it is as it is; what was held and has been told since says where. */
const reasonOf = ({ reason, summary }: DeliveryRecord): string | null =>
  summary === null ? reason : `${reason ?? "held"}; told in ${summary}`;

interface Notified {
  eventId: string;
  /** When a later delivery brought it in, epoch ms; null where it goes out with the message. */
  laterAt: number | null;
}

/** What its message says. What came in at the instant of sending, or before a replay, goes out with it. */
function notifiedBy({ items, sentAt }: DeliveryRecord): Notified[] {
  const later = (at: number | undefined) => (at === undefined || sentAt === null || at <= sentAt ? null : at);
  const all = items.flatMap(({ event, addedAt, update, updatedAt }) => [
    { eventId: event, laterAt: later(addedAt) },
    ...(update === undefined ? [] : [{ eventId: update, laterAt: later(updatedAt) }]),
  ]);
  return [...new Map(all.map((one) => [one.eventId, one])).values()];
}

/** A delivery as the API shows it, with every attempt. What is held says when its summary goes out. */
export const deliveryView = (delivery: DeliveryRecord) => ({
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

/** The same with what was sent last and what came back. */
export const deliveryInFull = (delivery: DeliveryRecord) => ({
  ...deliveryView(delivery),
  request: delivery.exchange?.request ?? null,
  response: delivery.exchange?.response ?? null,
});
