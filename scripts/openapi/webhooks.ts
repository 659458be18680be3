import type * as z from "zod";
import { bodyOf } from "../../src/channels/webhook/body.ts";
import type { Event } from "../../src/core/event.ts";
import { eventShape } from "./shapes/shapes.ts";
import type { EventType } from "../../src/targets/event-type.ts";
import { eventTypes, exampleEvent } from "../../src/targets/events.ts";
import { channelTest } from "../../src/targets/operator-events.ts";
import type { JsonSchema } from "./schema.ts";

const EXAMPLE_AT = Date.UTC(2026, 2, 1, 18);

const asInEvent = (field: string): JsonSchema => ({ $ref: `#/components/schemas/Event/properties/${field}` });

const EVENT = Object.fromEntries(Object.keys(eventShape().shape).map((field) => [field, asInEvent(field)]));

const TRUNCATED = {
  const: true,
  description: "There where texts and lists were cut, to keep the body below 20 kB.",
};

const strictObject = (
  properties: Record<string, JsonSchema>,
  optional: Record<string, JsonSchema> = {},
): JsonSchema => ({
  type: "object",
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The body that tells an event of this type. */
const bodySchema = (type: string, data: JsonSchema): JsonSchema =>
  strictObject({
    type: { const: type },
    timestamp: asInEvent("detectedAt"),
    data: strictObject({ ...EVENT, type: { const: type }, data }, { truncated: TRUNCATED }),
  });

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** What stands in each request of a webhook channel, as Standard Webhooks 1.0 says. */
export const webhookHeaders = {
  WebhookId: header(
    "webhook-id",
    "The delivery's ID, the same for each attempt. A message can arrive twice.",
    "dlv_5t6y7p8a9s0d1f2g3h4j5k6m7n",
  ),
  WebhookTimestamp: header("webhook-timestamp", "Time of this attempt: Unix time in seconds.", "1772388005"),
  WebhookSignature: header(
    "webhook-signature",
    "HMAC-SHA256 of `{id}.{timestamp}.{body}` with the channel's `secret`. While the secret is rotated, one per secret, separated by spaces.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
};

const PARAMETERS = Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const RESPONSES = {
  "2XX": { description: "Taken; the body does not matter." },
  "410": { description: "The receiver wants no more: the channel is disabled." },
  default: { description: "All else is tried again, for four days." },
};

const nameOf = (type: string): string =>
  type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The document's webhooks: what a webhook channel sends of each event type, from the very tables of the types. */
export function webhooksOf(
  schemas: Record<string, JsonSchema>,
  make: (schema: z.ZodType, io: "output") => JsonSchema,
): Record<string, object> {
  make(eventShape(), "output");
  const webhook = (type: string, { about, fields }: EventType, event: Event) => {
    const name = nameOf(type);
    schemas[`${name}Data`] = { description: `The data of \`${type}\`.`, ...make(fields(), "output") };
    const schema = bodySchema(type, { $ref: `#/components/schemas/${name}Data` });
    return {
      operationId: `on${name}`,
      tags: ["Events"],
      summary: about.replace(/\.$/, ""),
      description: `Sent by \`webhook\` channels with a subscription that takes in \`${type}\`.`,
      security: [],
      parameters: PARAMETERS,
      requestBody: { required: true, content: { "application/json": { schema, example: JSON.parse(bodyOf(event)) } } },
      responses: RESPONSES,
    };
  };
  const example = (type: string): Event => exampleEvent(type, "evt_0c9v8b7n6m5k4j3h2g1f0d9s8a", EXAMPLE_AT);
  const test: Event = { ...example("channel.changed"), type: "channel.test", data: channelTest.example(EXAMPLE_AT) };
  return Object.fromEntries([
    ...Object.entries(eventTypes).map(([type, row]) => [type, { post: webhook(type, row, example(type)) }]),
    [
      "channel.test",
      {
        post: {
          ...webhook("channel.test", channelTest, test),
          description: "Sent by POST /v1/channels/{id}/test; it is no event that is kept.",
        },
      },
    ],
  ]);
}
