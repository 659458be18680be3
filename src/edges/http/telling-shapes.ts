import * as z from "zod";
import { instant, eventShape } from "./shapes.ts";

export const testedShape = z
  .strictObject({
    ok: z.boolean(),
    status: z.int().nullable(),
    outcome: z.enum(["sent", "later", "reformat", "dead", "vanished", "gone"]),
    detail: z.string(),
    durationMs: z.number(),
  })
  .meta({ id: "Tested" });

const payloadShape = z.strictObject({
  method: z.enum(["POST", "PATCH"]),
  url: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
});

export const previewedShape = z
  .strictObject({
    event: eventShape,
    sample: z.boolean(),
    channelId: z.string(),
    matches: z.boolean(),
    payload: payloadShape,
    text: z.string(),
  })
  .meta({ id: "Previewed" });

export const backtestedShape = z
  .strictObject({
    events: z.int(),
    matched: z.int(),
    messages: z.int(),
    edits: z.int(),
    suppressed: z.int(),
    held: z.int(),
    byDay: z.array(z.strictObject({ day: z.iso.date(), messages: z.int() })),
    atNight: z.int(),
    truncated: z.boolean(),
  })
  .meta({ id: "Backtested" });

export const replayedShape = z
  .strictObject({ items: z.array(z.strictObject({ id: z.string(), replayOf: z.string() })), more: z.boolean() })
  .meta({ id: "Replayed" });

export const deliveryStatuses = ["pending", "sent", "dead", "suppressed", "held"] as const;

export const deliveryShape = z
  .strictObject({
    id: z.string(),
    channelId: z.string(),
    eventIds: z.array(z.string()),
    told: z.array(z.strictObject({ eventId: z.string(), at: instant })),
    status: z.enum(deliveryStatuses),
    reason: z.string().nullable(),
    attempts: z.array(
      z.strictObject({ at: instant, status: z.int().nullable(), error: z.string().nullable(), durationMs: z.number() }),
    ),
    nextAttemptAt: instant.nullable(),
    sentAt: instant.nullable(),
    replayOf: z.string().nullable(),
    edits: z.string().nullable(),
    digestId: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: "Delivery" });

export const previewedDigestShape = z
  .strictObject({
    period: z.strictObject({ from: instant, to: instant }),
    data: z.record(z.string(), z.record(z.string(), z.unknown())),
    messages: z.array(z.strictObject({ channelId: z.string(), payload: payloadShape, text: z.string() })),
    pictures: z.array(z.strictObject({ section: z.string(), alt: z.string(), svg: z.string() })),
  })
  .meta({ id: "PreviewedDigest" });
