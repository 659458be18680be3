import { expect, test } from "vitest";
import { deliveryView, type DeliveryRecord } from "./delivery-view.ts";
import { startEvent } from "../../../test/support/messages.ts";
import { titleOf } from "./messages.ts";

const items = [{ event: startEvent.id, mentions: [] }];
const plain = { digest: null, board: null, items };
const events = new Map([[startEvent.id, startEvent]]);

test("a message is called by its digest, or by its events in the language of the reader", () => {
  expect(titleOf(plain, events, "en")).toBe("Maria is live");
  expect(titleOf(plain, events, "de")).toBe("Maria ist live");
  expect(titleOf({ ...plain, digest: "Monday" }, events, "en")).toBe("Monday");
  expect(titleOf({ ...plain, items: [], board: "brd_1" }, new Map(), "en")).toBeNull();
});

test("a message whose events are gone, or of a type that no longer exists, has no title", () => {
  expect(titleOf(plain, new Map(), "en")).toBeNull();
  expect(titleOf(plain, new Map([[startEvent.id, { ...startEvent, type: "live.forgotten" }]]), "en")).toBeNull();
});

const T = Date.UTC(2026, 0, 5, 12);
const iso = (at: number) => new Date(at).toISOString();
const record = (more: Partial<DeliveryRecord>): DeliveryRecord => ({
  id: "dlv_1",
  channelId: "ch_1",
  status: "sent",
  reason: null,
  items: [],
  attempts: [],
  madeAt: T,
  nextAttemptAt: null,
  sentAt: T,
  replayOf: null,
  edits: null,
  digestId: null,
  board: null,
  summary: null,
  ...more,
});

test("an event edited into the message is listed at that time, by its message and by the edit's delivery", () => {
  const items = [
    { event: "evt_1", update: "evt_end", updatedAt: T + 60_000, mentions: [] },
    { event: "evt_2", addedAt: T + 90_000, mentions: [] },
  ];
  expect(deliveryView(record({ items }))).toMatchObject({
    eventIds: ["evt_1"],
    told: [
      { eventId: "evt_1", at: iso(T) },
      { eventId: "evt_end", at: iso(T + 60_000) },
      { eventId: "evt_2", at: iso(T + 90_000) },
    ],
  });
});

test("events sent together are listed together, also for a replay", () => {
  const items = [{ event: "evt_1", update: "evt_end", mentions: [] }];
  const at = iso(T);
  const together = [
    { eventId: "evt_1", at },
    { eventId: "evt_end", at },
  ];
  expect(deliveryView(record({ items }))).toMatchObject({ eventIds: ["evt_1", "evt_end"], told: together });
  const replayed = [{ ...items[0]!, updatedAt: T - 60_000 }];
  expect(deliveryView(record({ items: replayed }))).toMatchObject({ eventIds: ["evt_1", "evt_end"], told: together });
});

test("an unsent delivery lists nothing as sent", () => {
  const items = [{ event: "evt_1", update: "evt_end", updatedAt: T, mentions: [] }];
  const view = deliveryView(record({ items, status: "pending", sentAt: null }));
  expect(view).toMatchObject({ eventIds: ["evt_1", "evt_end"], told: [] });
});
