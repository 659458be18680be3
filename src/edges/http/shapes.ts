import * as z from "zod";
import { problemTypes, typeOf, type ProblemSort } from "./problem-types.ts";
import { targetKinds } from "../../targets/registry.ts";

export const instant = z.iso.datetime({ precision: 3 });
const object = z.record(z.string(), z.unknown());

const fieldError = z.object({
  pointer: z.string().describe("Where: a JSON Pointer (RFC 6901) into what was sent; empty for all of it."),
  message: z.string().describe("What is wrong there."),
});

export const problemShape = z
  .object({
    type: z
      .enum([...(Object.keys(problemTypes) as ProblemSort[]).map(typeOf), "about:blank"])
      .meta({ format: "uri-reference" })
      .describe("The sort of problem: a page that says what it means; `about:blank` where the status says it all."),
    title: z.string().describe("The sort in words; the same for each problem of a `type`."),
    status: z.int().describe("The HTTP status, as a number."),
    detail: z.string().describe("What is wrong with this very request."),
    errors: z.array(fieldError).optional().describe("Each fault of the body, where it could be read but is not valid."),
    usedBy: z
      .array(
        z.object({
          type: z.string().describe("The sort of thing, such as `subscription`."),
          id: z.string().describe("Its id."),
          name: z.string().describe("Its name."),
        }),
      )
      .optional()
      .describe("What uses the thing that should be deleted."),
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

export const watchlistShape = z
  .strictObject({ id: z.string(), name: z.string(), description: z.string(), createdAt: instant })
  .meta({ id: "Watchlist" });

const faultShape = z
  .strictObject({
    kind: z.enum(["throttled", "unreachable", "refused", "gone", "malformed", "bug"]),
    status: z.int().nullable(),
    detail: z.string(),
    retryAfterSeconds: z.number().optional(),
    path: z.string().optional(),
  })
  .meta({ id: "Fault" });

const seen = { verdict: z.string().optional(), summary: z.string().optional() };

export const targetShape = z
  .strictObject({
    id: z.string(),
    kind: z.enum(Object.keys(targetKinds)),
    params: object,
    name: z.string(),
    watchlistId: z.string(),
    intervalSeconds: z.int(),
    priority: z.int(),
    enabled: z.boolean(),
    announceInitial: z.boolean(),
    settings: object,
    status: z.strictObject({
      ...seen,
      since: instant.nullable(),
      lastPolledAt: instant.nullable(),
      lastOkAt: instant.nullable(),
      consecutiveFaults: z.int(),
      fault: faultShape.nullable(),
    }),
    snapshot: object.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Target" });

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
    fault: faultShape.nullable(),
  })
  .meta({ id: "Probed" });

const windowShape = z.strictObject({ from: instant.nullable(), to: instant });

export const polledShape = z
  .strictObject({
    ...seen,
    fault: faultShape.nullable(),
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
