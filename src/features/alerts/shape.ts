import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { anything, text, textOrNull, whole, yes } from "../../resources/shape-fields.ts";

export const payloadShape = lazy(() =>
  z
    .strictObject({
      method: z.enum(["POST", "PATCH"]).describe("The HTTP method: PATCH edits a message."),
      url: textOrNull("The destination's URL, masked; null for a bot's channel."),
      headers: z.record(z.string(), z.string()).describe("The request headers, without tokens and signatures."),
      body: anything("The JSON body that would be sent."),
    })
    .meta({ id: "MessagePayload" }),
);

/** `event` is the shape of events. */
export const previewedShape = (event: z.ZodType) =>
  z
    .strictObject({
      event: event.describe("The event of the message."),
      sample: yes("Whether the event is an example, because no stored event matches."),
      channelId: text("The ID of the channel that would get it."),
      matches: yes("Whether the subscription matches this event."),
      payload: payloadShape().describe("The request that would be sent."),
      text: text("The message as plain text."),
    })
    .meta({ id: "Previewed" });

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

export type Backtested = z.output<ReturnType<typeof backtestedShape>>;
