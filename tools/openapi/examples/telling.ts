import { ids } from "../words.ts";
import { watching } from "./watching.ts";

const PAYLOAD = {
  method: "POST",
  url: "https://example.com/…",
  headers: { "content-type": "application/json" },
  body: { type: "live.started", timestamp: "2026-03-01T18:00:00.000Z", data: { name: "Maria" } },
};

const DELIVERY = {
  id: ids["deliveries"]!.example,
  channelId: ids["channels"]!.example,
  eventIds: [ids["events"]!.example],
  told: [{ eventId: ids["events"]!.example, at: "2026-03-01T18:01:06.000Z" }],
  status: "sent",
  reason: null,
  attempts: [
    { at: "2026-03-01T18:01:01.000Z", status: 503, error: "503 Service Unavailable", durationMs: 120 },
    { at: "2026-03-01T18:01:06.000Z", status: 204, error: null, durationMs: 95 },
  ],
  nextAttemptAt: null,
  sentAt: "2026-03-01T18:01:06.000Z",
  replayOf: null,
  edits: null,
  digestId: null,
  boardId: null,
  createdAt: "2026-03-01T18:01:00.000Z",
};

/** Examples of notifications and deliveries, by the name of their schema. */
export const telling: Record<string, unknown> = {
  Tested: { ok: true, status: 204, outcome: "sent", detail: "204 No Content", durationMs: 91 },
  Previewed: {
    event: watching["Event"],
    sample: false,
    channelId: ids["channels"]!.example,
    matches: true,
    payload: PAYLOAD,
    text: "Maria is live",
  },
  Backtested: {
    events: 41,
    matched: 20,
    messages: 12,
    edits: 6,
    suppressed: 2,
    held: 0,
    byDay: [
      { day: "2026-03-01", messages: 5 },
      { day: "2026-03-02", messages: 7 },
    ],
    atNight: 3,
    truncated: false,
  },
  Replayed: {
    items: [{ id: ids["deliveries"]!.example, replayOf: "dlv_0a1s2d3f4g5h6j7k8m9n0b1v2c" }],
    more: false,
  },
  Delivery: DELIVERY,
  DeliveryInFull: {
    ...DELIVERY,
    request: { body: '{"content":"Maria is live"}' },
    response: { status: 204, headers: { "content-type": "application/json" }, body: "" },
  },
  DigestRun: {
    ...DELIVERY,
    eventIds: [],
    told: [],
    deliveries: [{ id: DELIVERY.id, watchlistId: null }],
  },
  PreviewedDigest: {
    period: { from: "2026-02-23T08:00:00.000Z", to: "2026-03-02T08:00:00.000Z" },
    data: { lives: { broadcasts: 3, seconds: 12_600 } },
    messages: [{ channelId: ids["channels"]!.example, payload: PAYLOAD, text: "Monday's movers: 3 broadcasts" }],
    pictures: [{ section: "lives", alt: "Broadcasts by day", svg: "<svg xmlns='http://www.w3.org/2000/svg'/>" }],
  },
};
