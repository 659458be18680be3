import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { deliveryStatuses } from "../../core/delivery.ts";
import { at, atOrNull, number, text, textOrNull, whole, wholeOrNull, yes } from "../../resources/shape-fields.ts";

const replay = lazy(() =>
  z.strictObject({
    id: text("The ID of the new delivery."),
    replayOf: text("The ID of the delivery that it repeats."),
  }),
);

export const replayedShape = lazy(() =>
  z
    .strictObject({
      items: z.array(replay()).describe("The new deliveries, at most 1,000."),
      more: yes("Whether some are left for another request."),
    })
    .meta({ id: "Replayed" }),
);

const attempt = lazy(() =>
  z.strictObject({
    at: at("When the request was sent."),
    status: wholeOrNull("The destination's HTTP status; null if there was no answer."),
    error: textOrNull("Why the attempt failed; null if it succeeded."),
    durationMs: number("Duration in milliseconds."),
  }),
);

const notified = lazy(() =>
  z.strictObject({ eventId: text("The event's ID."), at: at("When the message first reported it.") }),
);

export const deliveryShape = lazy(() =>
  z
    .strictObject({
      id: text("The delivery's ID. Webhooks get it as `webhook-id`, the same for each attempt."),
      channelId: text("The ID of the channel that gets it."),
      eventIds: z.array(z.string()).describe("The events in the message."),
      told: z.array(notified()).describe("What the message has reported, edits included; empty until it is sent."),
      status: z
        .enum(deliveryStatuses)
        .describe("`dead` failed for good, `suppressed` was skipped, `held` waits for the end of quiet hours."),
      reason: textOrNull("Why it has this status; null if there is no particular reason."),
      attempts: z.array(attempt()).describe("Every attempt, oldest first."),
      nextAttemptAt: atOrNull(
        "When it is sent next, or the time of the summary if it is held; null if it won't be sent.",
      ),
      sentAt: atOrNull("When it was sent; null until then."),
      replayOf: textOrNull("The ID of the delivery that it repeats; null if it repeats none."),
      edits: textOrNull("The ID of the delivery whose message it edits; null if it is a new message."),
      digestId: textOrNull("The ID of the digest that it carries; null if it carries none."),
      boardId: textOrNull("The ID of the board whose message it updates; null if it updates none."),
      createdAt: at("When it was created."),
    })
    .meta({ id: "Delivery" }),
);

const sentRequest = lazy(() =>
  z.strictObject({ body: text("The request body without files: up to 4 KB, with secrets masked.") }),
);

const gotResponse = lazy(() =>
  z.strictObject({
    status: whole("The HTTP status."),
    headers: z.record(z.string(), z.string()).describe("Selected response headers."),
    body: text("The response body: up to 4 KB, with secrets masked."),
  }),
);

export const deliveryInFullShape = lazy(() =>
  deliveryShape()
    .extend({
      request: sentRequest().nullable().describe("What the last attempt sent; null if nothing was sent."),
      response: gotResponse().nullable().describe("The response; null if there was none."),
    })
    .meta({ id: "DeliveryInFull" }),
);

export type Replayed = z.output<ReturnType<typeof replayedShape>>;
export type DeliveryAnswer = z.output<ReturnType<typeof deliveryShape>>;
