import type * as z from "zod";
import { bodyOf } from "../../src/channels/webhook/body.ts";
import type { Event } from "../../src/core/event.ts";
import { messageShape } from "./shapes/events.ts";
import type { EventType } from "../../src/kinds/event-type.ts";
import { eventTypes, exampleEvent } from "../../src/kinds/events.ts";
import { channelTest } from "../../src/kinds/operator-events.ts";
import { typeNameOf, type JsonSchema } from "./schema.ts";

const EXAMPLE_AT = Date.UTC(2026, 2, 1, 18);

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** Headers of each webhook request (Standard Webhooks 1.0). */
export const webhookHeaders = {
  WebhookId: header(
    "webhook-id",
    "The delivery's ID, the same for each attempt. A message can arrive twice.",
    "dlv_5t6y7p8a9s0d1f2g3h4j5k6m7n",
  ),
  WebhookTimestamp: header("webhook-timestamp", "Time of this attempt: Unix time in seconds.", "1772388005"),
  WebhookSignature: header(
    "webhook-signature",
    "Signatures of `{id}.{timestamp}.{body}`, separated by spaces: `v1`, the HMAC-SHA256 with the channel's `secret`, and another with the previous secret for 24 hours after a change; and `v1a`, the Ed25519 signature that the channel's `publicKey` verifies.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v1a,LxQfNYSJl6aSyS1Emfcv2LBUQQ9VcwbIJ6vEF6jBvUgc5TOrqn4P2G6hCDc0nlV2zGR6kOHdtPVQ8oiVj2TPCw==",
  ),
};

const PARAMETERS = Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const RESPONSES = {
  "2XX": { description: "Accepted. The body is ignored." },
  "410": { description: "The receiver wants no more messages: the channel is disabled." },
  default: { description: "Retried for four days." },
};

/** The document's webhooks, one per event type, from the declarations of the types. */
export function webhooksOf(make: (schema: z.ZodType, io: "output") => JsonSchema): Record<string, object> {
  const webhook = (type: string, { about }: EventType, example: Event) => ({
    operationId: `on${typeNameOf(type)}`,
    tags: ["Events"],
    summary: about.replace(/\.$/, ""),
    description: `Sent by \`webhook\` channels with a subscription that matches \`${type}\`.`,
    security: [],
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: make(messageShape(type), "output"), example: JSON.parse(bodyOf(example)) },
      },
    },
    responses: RESPONSES,
  });
  const example = (type: string): Event => exampleEvent(type, "evt_0c9v8b7n6m5k4j3h2g1f0d9s8a", EXAMPLE_AT);
  const test: Event = { ...example("channel.changed"), type: "channel.test", data: channelTest.example(EXAMPLE_AT) };
  return Object.fromEntries([
    ...Object.entries(eventTypes).map(([type, row]) => [type, { post: webhook(type, row, example(type)) }]),
    [
      "channel.test",
      {
        post: {
          ...webhook("channel.test", channelTest, test),
          description: "Sent by POST /v1/channels/{id}/test; the event isn't stored.",
        },
      },
    ],
  ]);
}
