import type { Attempt, DeliveryItem, DeliveryStatus } from "../../src/core/delivery.ts";
import { matchesType, type Event } from "../../src/core/event.ts";
import { derivedId } from "../../src/core/ids.ts";
import { NOW } from "./world.ts";

const HOUR = 3_600_000;

/** An alert as far as it decides who hears of what. */
export interface Hearing {
  channelId: string;
  events: string[];
  /** Null for everybody. */
  targets: Set<string> | null;
  /** What becomes of its messages where it is not that they arrive. */
  fate?: (event: Event, recent: boolean) => Partial<NotifiedRow> | null;
}

/** A row of the table of deliveries, as far as pages read it. */
export interface NotifiedRow {
  id: string;
  channelId: string;
  status: DeliveryStatus;
  reason: string | null;
  items: DeliveryItem[];
  madeAt: number;
  sentAt: number | null;
  nextAttemptAt: number | null;
  attempts: Attempt[];
  edits: string | null;
  edition: string | null;
}

const tried = (at: number, durationMs: number, error: string | null = null, status = 200): Attempt => ({
  at,
  status,
  error,
  durationMs,
});

/** Sent at its first try, unless it says otherwise. */
export const notifiedRow = (
  id: string,
  channelId: string,
  createdAt: number,
  more: Partial<NotifiedRow> = {},
): NotifiedRow => ({
  id,
  channelId,
  status: "sent",
  reason: null,
  items: [],
  madeAt: createdAt,
  sentAt: createdAt + 400,
  nextAttemptAt: null,
  attempts: [tried(createdAt, 240 + (createdAt % 400))],
  edits: null,
  edition: null,
  ...more,
});

const unsent = { sentAt: null, attempts: [] };

export const leftOut = (reason: string): Partial<NotifiedRow> => ({ ...unsent, status: "suppressed", reason });

export const heldTill = (nextAttemptAt: number): Partial<NotifiedRow> => ({
  ...unsent,
  status: "held",
  reason: "quiet hours",
  nextAttemptAt,
});

export const deadOf = (at: number, reason: string): Partial<NotifiedRow> => ({
  status: "dead",
  reason,
  sentAt: null,
  attempts: [tried(at, 212, reason, 404)],
});

export const waiting = (at: number): Partial<NotifiedRow> => ({
  status: "pending",
  sentAt: null,
  nextAttemptAt: NOW + 4 * 60_000,
  attempts: [tried(at, 900, "answered 503", 503), tried(at + 5_000, 900, "answered 503", 503)],
});

export const atSecondTry = (at: number): Partial<NotifiedRow> => ({
  attempts: [tried(at, 10_000, "timeout"), tried(at + 5_000, 620)],
  sentAt: at + 5_620,
});

/** The messages of the last month, as these alerts came to them, oldest first. */
export function notifiedOf(events: Event[], alerts: Hearing[]): NotifiedRow[] {
  const rows: NotifiedRow[] = [];
  for (const event of events) {
    if (event.detectedAt < NOW - 30 * 24 * HOUR) continue;
    const heard = alerts.filter(
      ({ events: types, targets }) =>
        types.some((type) => matchesType(type, event.type)) && (targets === null || targets.has(event.targetId!)),
    );
    for (const { channelId, fate } of heard) {
      const item = { event: event.id, mentions: [] };
      const start = rows.find(
        (row) => row.channelId === channelId && row.items[0]?.event === event.follows?.eventId && row.edits === null,
      );
      const edit = start === undefined || start.status !== "sent" ? {} : { edits: start.id };
      rows.push(
        notifiedRow(derivedId("dlv", channelId, event.id), channelId, event.detectedAt, {
          items: [item],
          ...edit,
          ...fate?.(event, event.detectedAt > NOW - 12 * HOUR),
        }),
      );
    }
  }
  return rows.sort((a, b) => a.madeAt - b.madeAt);
}
