import * as z from "zod";
import { deliveryStatuses } from "../../../src/features/messages/routes.ts";
import { lazy } from "../../../src/core/lazy.ts";
import { anything, at, atOrNull, number, text, textOrNull, whole, wholeOrNull, yes } from "./fields.ts";
import { eventShape } from "./events.ts";

export const testedShape = lazy(() =>
  z
    .strictObject({
      ok: yes("Whether the test message arrived."),
      status: wholeOrNull("The destination's HTTP status; null if there was no answer."),
      outcome: z
        .enum(["sent", "later", "reformat", "dead", "vanished", "gone"])
        .describe(
          "`later`: may be resolved by retrying; `dead`: won't; `reformat`: the message format was rejected; `gone`: the channel no longer exists.",
        ),
      detail: text("The result in words, and what to do."),
      durationMs: number("Duration in milliseconds."),
    })
    .meta({ id: "Tested" }),
);

const payloadShape = lazy(() =>
  z
    .strictObject({
      method: z.enum(["POST", "PATCH"]).describe("The HTTP method: PATCH edits a message."),
      url: textOrNull("The destination's URL, masked; null for a bot's channel."),
      headers: z.record(z.string(), z.string()).describe("The request headers, without tokens and signatures."),
      body: anything("The JSON body that would be sent."),
    })
    .meta({ id: "MessagePayload" }),
);

export const previewedShape = lazy(() =>
  z
    .strictObject({
      event: eventShape().describe("The event of the message."),
      sample: yes("Whether the event is an example, because no stored event matches."),
      channelId: text("The ID of the channel that would get it."),
      matches: yes("Whether the subscription matches this event."),
      payload: payloadShape().describe("The request that would be sent."),
      text: text("The message as plain text."),
    })
    .meta({ id: "Previewed" }),
);

const day = lazy(() =>
  z.strictObject({
    day: z.iso.date().describe("A day in the time zone of the quiet hours, else in UTC."),
    messages: whole("Number of messages on this day."),
  }),
);

export const backtestedShape = lazy(() =>
  z
    .strictObject({
      events: whole("Number of events in the period that were evaluated, up to 10,000."),
      matched: whole("Number of these events that the subscription matches."),
      messages: whole("Number of new messages. A group counts as one, and so does a summary after quiet hours."),
      edits: whole("Number of events that would only have edited a message."),
      suppressed: whole("Number of events that cooldown or quiet hours would have dropped."),
      held: whole("Number of events that quiet hours would have held for a summary."),
      byDay: z.array(day()).describe("The days with messages, oldest first."),
      atNight: whole("Number of messages between 22:00 and 07:00."),
      truncated: yes("Whether the period has more events than were evaluated. The oldest are left out."),
    })
    .meta({ id: "Backtested" }),
);

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

export const digestRunShape = lazy(() =>
  deliveryShape()
    .extend({
      deliveries: z
        .array(
          z
            .strictObject({
              id: text("The delivery's ID."),
              watchlistId: textOrNull("The watchlist whose message it carries; null for a digest of everything."),
            })
            .meta({ id: "DigestDelivery" }),
        )
        .describe("All deliveries of this run, this one first: with `perWatchlist`, one for each watchlist by name."),
    })
    .meta({ id: "DigestRun" }),
);

const period = lazy(() => z.strictObject({ from: at("The start of the period."), to: at("The end of the period.") }));

const reportMessage = lazy(() =>
  z.strictObject({
    channelId: text("The ID of the channel that would get it."),
    payload: payloadShape().describe("The request that would be sent."),
    text: text("The message as plain text."),
  }),
);

const picture = lazy(() =>
  z.strictObject({
    section: text("The section that the picture belongs to."),
    alt: text("A description of the picture."),
    svg: text("The picture, as an SVG document."),
  }),
);

export const previewedDigestShape = lazy(() =>
  z
    .strictObject({
      period: period().describe("The period covered."),
      data: z.record(z.string(), z.record(z.string(), z.unknown())).describe("The data by section."),
      messages: z.array(reportMessage()).describe("The messages that would be sent, in order."),
      pictures: z.array(picture()).describe("The pictures of the digest."),
    })
    .meta({ id: "PreviewedDigest" }),
);
