import * as z from "zod";
import { instant } from "../../resources/fields.ts";
import { faultSchema, seenFields } from "../../resources/targets/seen.ts";

export { instant };

const object = z.record(z.string(), z.unknown());

export const problemShape = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
    usedBy: z.array(z.object({ type: z.string(), id: z.string(), name: z.string() })).optional(),
  })
  .meta({ id: "Problem" });

/** A page of a list. */
export const pageShape = (item: z.ZodType) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() });

export const healthShape = z
  .strictObject({
    status: z.enum(["ok", "degraded", "down"]),
    lastTickAt: instant.nullable(),
    lastPollAt: instant.nullable(),
    reasons: z.array(z.string()),
    detail: z.string().optional(),
  })
  .meta({ id: "Health" });

export const importedShape = z
  .strictObject({
    items: z.array(
      z.union([
        z.strictObject({ index: z.int(), id: z.string() }),
        z.strictObject({
          index: z.int(),
          errors: z.array(z.strictObject({ pointer: z.string(), message: z.string() })),
        }),
      ]),
    ),
  })
  .meta({ id: "Imported" });

export const broadcastShape = z
  .strictObject({
    startedAt: instant,
    endedAt: instant.nullable(),
    roomId: z.string().nullable(),
    durationSeconds: z.int(),
  })
  .meta({ id: "Session" });

export const sampleShape = z
  .strictObject({ at: instant, values: z.record(z.string(), z.number()) })
  .meta({ id: "Sample" });

export const operationShape = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    category: z.string(),
    method: z.enum(["GET", "POST"]),
    path: z.string().nullable(),
    source: z.enum(["spec", "config", "default"]).nullable(),
  })
  .meta({ id: "UpstreamOperation" });

export const probedShape = z
  .strictObject({
    request: z.strictObject({ method: z.enum(["GET", "POST"]), url: z.string() }),
    status: z.int().nullable(),
    durationMs: z.number(),
    body: z.unknown(),
    decoded: z.unknown(),
    fault: faultSchema.nullable(),
  })
  .meta({ id: "Probed" });

const windowShape = z.strictObject({ from: instant.nullable(), to: instant });

export const polledShape = z
  .strictObject({
    ...seenFields,
    fault: faultSchema.nullable(),
    changes: z.array(
      z.strictObject({ id: z.string(), type: z.string(), occurredAt: instant, window: windowShape, data: object }),
    ),
    snapshot: object.nullable(),
  })
  .meta({ id: "Polled" });

export const eventShape = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    targetId: z.string().nullable(),
    target: z.strictObject({ name: z.string(), kind: z.string(), params: object }).nullable(),
    occurredAt: instant,
    detectedAt: instant,
    window: windowShape,
    data: object,
  })
  .meta({ id: "Event" });

export const statusShape = z
  .strictObject({
    upstream: z.strictObject({
      status: z.enum(["ok", "unauthorized", "key_expired", "throttled"]),
      since: instant.nullable(),
      until: instant.nullable(),
      detail: z.string().nullable(),
    }),
    budget: z.strictObject({ perMinute: z.int(), used: z.int(), left: z.int(), asked: z.number() }),
    lagSeconds: z.number(),
    counts: z.strictObject({
      targets: z.record(z.string(), z.int()),
      channels: z.int(),
      subscriptions: z.int(),
      events: z.int(),
      deliveries: z.strictObject({
        pending: z.int(),
        sent: z.int(),
        dead: z.int(),
        suppressed: z.int(),
        held: z.int(),
      }),
    }),
    liveNow: z.array(
      z.strictObject({
        targetId: z.string(),
        name: z.string(),
        roomId: z.string().nullable(),
        startedAt: instant.nullable(),
      }),
    ),
    pending: z.strictObject({ polls: z.int(), deliveries: z.int() }),
    reasons: z.array(z.strictObject({ reason: z.string(), since: instant.nullable(), detail: z.string() })),
    lastTickAt: instant.nullable(),
  })
  .meta({ id: "Status" });
