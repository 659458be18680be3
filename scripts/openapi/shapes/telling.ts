import * as z from "zod";
import { deliveryStatuses } from "../../../src/edges/http/routes/deliveries.ts";
import { lazy } from "../../../src/core/lazy.ts";
import { anything, at, atOrNull, number, text, textOrNull, whole, wholeOrNull, yes } from "./fields.ts";
import { eventShape } from "./shapes.ts";

export const testedShape = lazy(() =>
  z
    .strictObject({
      ok: yes("Whether the test message arrived."),
      status: wholeOrNull("The HTTP status of the destination; null where no answer came."),
      outcome: z
        .enum(["sent", "later", "reformat", "dead", "vanished", "gone"])
        .describe(
          "`later`: may be resolved by retrying; `dead`: won't; `reformat`: the message format was rejected; `gone`: the channel no longer exists.",
        ),
      detail: text("What came of it, in words, and what to do."),
      durationMs: number("How long it took, in milliseconds."),
    })
    .meta({ id: "Tested" }),
);

const payloadShape = lazy(() =>
  z.strictObject({
    method: z.enum(["POST", "PATCH"]).describe("The HTTP method: PATCH edits a message."),
    url: textOrNull("Where it would go, masked; null for a bot's channel."),
    headers: z.record(z.string(), z.string()).describe("The request headers, without tokens and signatures."),
    body: anything("The JSON that would be sent."),
  }),
);

export const previewedShape = lazy(() =>
  z
    .strictObject({
      event: eventShape().describe("The event of the message."),
      sample: yes("True where nothing that is stored matches, so that the event was made up."),
      channelId: text("The id of the channel that it would go to."),
      matches: yes("Whether the subscription takes this event."),
      payload: payloadShape().describe("The request that would be sent."),
      text: text("How it reads, as plain text."),
    })
    .meta({ id: "Previewed" }),
);

const day = lazy(() =>
  z.strictObject({
    day: z.iso.date().describe("A day in the time zone of the quiet hours, else in UTC."),
    messages: whole("Messages on this day."),
  }),
);

export const backtestedShape = lazy(() =>
  z
    .strictObject({
      events: whole("Events of the period that were looked at, at most 10,000."),
      matched: whole("Events of these that the subscription takes."),
      messages: whole("Messages that would have arrived anew; a group is one, and so is a summary of what was held."),
      edits: whole("Events that would only have brought a message up to date."),
      suppressed: whole("Events that cooldown or quiet hours would have swallowed."),
      held: whole("Events that quiet hours would have held back for a summary."),
      byDay: z.array(day()).describe("The days with messages, oldest first."),
      atNight: whole("Messages between 22:00 and 07:00."),
      truncated: yes("True where the period has more events than were looked at: the oldest were left out."),
    })
    .meta({ id: "Backtested" }),
);

const replay = lazy(() =>
  z.strictObject({ id: text("The new delivery's id."), replayOf: text("The id of the one it repeats.") }),
);

export const replayedShape = lazy(() =>
  z
    .strictObject({
      items: z.array(replay()).describe("The new deliveries, at most 1,000."),
      more: yes("True where some are left for another call."),
    })
    .meta({ id: "Replayed" }),
);

const attempt = lazy(() =>
  z.strictObject({
    at: at("When it was sent, by the wall clock."),
    status: wholeOrNull("The HTTP status of the destination; null where no answer came."),
    error: textOrNull("Why it did not arrive; null where it did."),
    durationMs: number("How long it took, in milliseconds."),
  }),
);

const notified = lazy(() =>
  z.strictObject({ eventId: text("The event's id."), at: at("When its message first said so.") }),
);

export const deliveryShape = lazy(() =>
  z
    .strictObject({
      id: text("The delivery's id; a webhook gets it as `webhook-id`, the same at each attempt."),
      channelId: text("The id of the channel that it goes to."),
      eventIds: z.array(z.string()).describe("The events in the message."),
      told: z.array(notified()).describe("What the message has reported, edits included; empty until it is sent."),
      status: z
        .enum(deliveryStatuses)
        .describe("`dead` failed for good, `suppressed` was skipped, `held` waits for the end of quiet hours."),
      reason: textOrNull("Why it stands so; null where there is nothing to say."),
      attempts: z.array(attempt()).describe("Every attempt, oldest first."),
      nextAttemptAt: atOrNull("When it is sent next, or what is held is summed up; null where it will not be."),
      sentAt: atOrNull("When it arrived; null until then."),
      replayOf: textOrNull("The id of the delivery that it repeats; null where it is none again."),
      edits: textOrNull("The id of the delivery whose message it brings up to date; null for a message of its own."),
      digestId: textOrNull("The id of the digest that it brings; null for one of events."),
      boardId: textOrNull("The id of the board whose message it keeps; null for none."),
      createdAt: at("When it was made."),
    })
    .meta({ id: "Delivery" }),
);

const sentRequest = lazy(() =>
  z.strictObject({ body: text("Its body, without files: at most 4 KB, secrets masked.") }),
);

const gotResponse = lazy(() =>
  z.strictObject({
    status: whole("The HTTP status."),
    headers: z.record(z.string(), z.string()).describe("Selected response headers."),
    body: text("Its body: at most 4 KB, secrets masked."),
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

const period = lazy(() => z.strictObject({ from: at("Its begin."), to: at("Its end.") }));

const reportMessage = lazy(() =>
  z.strictObject({
    channelId: text("The id of the channel that it would go to."),
    payload: payloadShape().describe("The request that would be sent."),
    text: text("How it reads, as plain text."),
  }),
);

const picture = lazy(() =>
  z.strictObject({
    section: text("The section that it belongs to."),
    alt: text("What it shows, in words."),
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
