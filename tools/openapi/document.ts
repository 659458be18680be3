import type * as z from "zod";
import type { DocumentedRoute } from "./documented.ts";
import { headerComponents } from "./answer-headers.ts";
import { problemShape } from "../../src/http/problem-shape.ts";
import { notModified, operationOf } from "./operation.ts";
import { problemResponses } from "./problems.ts";
import { type JsonSchema, schemaMaker, typeNameOf, refTo } from "./schema.ts";
import { tags } from "./words.ts";
import { bodyOf } from "../../src/channels/webhook/body.ts";
import type { Event } from "../../src/core/event.ts";
import { messageShape } from "./shapes/events.ts";
import type { EventType } from "../../src/kinds/event-type.ts";
import { eventTypes, exampleEvent } from "../../src/kinds/events.ts";
import { channelTest } from "../../src/kinds/operator-events.ts";

/** "watchlists" without its plural. */
const singular = (name: string): string => name.replace(/ies$/, "y").replace(/([^s])s$/, "$1");

const hasFields = ({ properties = {} }: JsonSchema): boolean => Object.keys(properties as object).length > 0;

/** Where a schema is: the name of the one around it, and its own. */
interface Place {
  within: string;
  own: string;
}

/**
 * Gives the object schemas within components names of their own, made from where they are: `StatusBudget`, and
 * `LiveTargetForm` for the form of a kind. Equal ones of the same field share the first name, so small schemas come
 * first. Throws if two would have the same name.
 */
function named(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const all: Record<string, JsonSchema> = {};
  const known = new Map<string, string>();

  const nameFor = (schema: JsonSchema, { within, own }: Place): string => {
    const key = own + JSON.stringify({ ...schema, description: "" });
    const name = known.get(key) ?? within + own;
    if (!known.has(key) && (name in all || name in schemas)) throw new Error(`two schemas are called ${name}`);
    known.set(key, name);
    all[name] ??= schema;
    return name;
  };

  /** An object is replaced by a reference to its name. Its default stays with it. */
  function moved(schema: JsonSchema, place: Place): JsonSchema {
    const inner = walked(schema, place);
    if (!hasFields(inner)) return inner;
    const { description } = inner;
    const reported = description === undefined ? {} : { description };
    if (!Array.isArray(inner["type"])) return { ...refTo(nameFor(inner, place)), ...reported };
    const { default: usual, ...whole } = inner;
    const choices = [refTo(nameFor({ ...whole, type: "object" }, place)), { type: "null" }];
    return { ...reported, anyOf: choices, ...(usual === undefined ? {} : { default: usual }) };
  }

  const fields = (properties: Record<string, JsonSchema>, within: string) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, moved(field, { within, own: typeNameOf(name) })]),
    );

  /** One of several alternatives is called by its kind too. */
  function alternatives(choices: JsonSchema[], { within, own }: Place): JsonSchema[] {
    const several = choices.filter(hasFields).length > 1;
    return choices.map((choice) => {
      const { kind } = (choice["properties"] ?? {}) as Record<string, JsonSchema>;
      return moved(choice, { within, own: several ? typeNameOf(String(kind?.["const"])) + own : own });
    });
  }

  function walked(schema: JsonSchema, place: Place): JsonSchema {
    const { properties, items, additionalProperties: more, anyOf, oneOf, ...rest } = schema;
    const one = { ...place, own: singular(place.own) };
    return {
      ...rest,
      ...(properties === undefined
        ? {}
        : { properties: fields(properties as Record<string, JsonSchema>, place.within + place.own) }),
      ...(items === undefined ? {} : { items: moved(items as JsonSchema, one) }),
      ...(more === undefined
        ? {}
        : { additionalProperties: typeof more === "object" ? moved(more as JsonSchema, one) : more }),
      ...(anyOf === undefined ? {} : { anyOf: alternatives(anyOf as JsonSchema[], place) }),
      ...(oneOf === undefined ? {} : { oneOf: alternatives(oneOf as JsonSchema[], place) }),
    };
  }

  const bySize = Object.entries(schemas).sort(([, a], [, b]) => JSON.stringify(a).length - JSON.stringify(b).length);
  for (const [name, schema] of bySize) all[name] = walked(schema, { within: "", own: name });
  return Object.fromEntries(
    Object.entries(all)
      .map(([name, schema]) => [name, withOptionalDefaults(schema)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Some generators take a field with a default for one that is always there, which in a request it is not. They see the
 * default of a part as nothing but a note.
 */
function withOptionalDefaults(schema: JsonSchema): JsonSchema {
  const { properties, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  if (properties === undefined) return schema;
  const noted = ([name, field]: [string, JsonSchema]): [string, JsonSchema] => {
    if (!("default" in field) || required.includes(name)) return [name, field];
    const { description, ...value } = field;
    return [name, description === undefined ? { allOf: [value] } : { description, allOf: [value] }];
  };
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).map(noted)) };
}

const INFO = {
  title: "Tallylight",
  version: "1",
  summary: "Watches creators and notifies your chat.",
  description:
    "Times are ISO 8601 in UTC with milliseconds; IDs are opaque. Lists are paginated: `nextCursor` leads to the next page and is null on the last one.\n\nErrors are problem+json (RFC 9457), checked in this order: token, scope, query, existence, body. `type` is the path of a page that explains the problem and what to do. An unknown query parameter is a 400, an unknown path a 404, and a method that a path doesn't accept a 405 with `Allow`.\n\nA POST with an `Idempotency-Key` is carried out once: a repeated request within 24 hours gets the first answer again, with the header `idempotency-replayed`. If that was too long to store (a megabyte compressed), a repeated request gets a 409 that names the path of the result.\n\nA token may send 600 requests per minute other than GET; beyond that it gets a 429.",
  license: { name: "MIT", identifier: "MIT" },
};

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Carries the request out once: a repeated request within 24 hours with the same key, token and content gets the first answer again. A different request with the same key is a 422.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
  example: "3f6c1c1e-6f0e-4c53-9d1c-5a2b8a5f9f11",
};

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "Carries the request out only if the resource still has this `ETag`; otherwise answers 412. Without it, the change is applied regardless of other changes.",
  schema: { type: "string" },
  example: '"3-5f0c1d2e3b4a5968"',
};

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "Answers 304 without a body if the resource still has this `ETag`.",
  schema: { type: "string" },
  example: '"3-5f0c1d2e3b4a5968"',
};

const BEARER = {
  type: "http",
  scheme: "bearer",
  description: "`ADMIN_TOKEN`, or a token from POST /v1/tokens. `read` < `write` < `admin`.",
};

/** The OpenAPI 3.1 document of these routes, from the same schemas that validate requests. */
export function openApiDocument(routes: DocumentedRoute[]) {
  const schemas: Record<string, JsonSchema> = {};
  const make = schemaMaker(schemas);
  make(problemShape(), "output");
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationOf(route, make);
  const webhooks = webhooksOf(make);
  const used = new Set(routes.map(({ tag }) => tag));
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: "/", description: "Where this document comes from" }],
    tags: [...new Set([...Object.keys(tags), ...used])]
      .filter((name) => used.has(name))
      .map((name) => ({ name, description: tags[name] ?? name })),
    paths,
    webhooks,
    components: {
      securitySchemes: { bearer: BEARER },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, IfMatch: IF_MATCH, IfNoneMatch: IF_NONE_MATCH, ...webhookHeaders },
      headers: headerComponents,
      responses: { NotModified: notModified, ...problemResponses() },
      schemas: named(schemas),
    },
  };
}

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
const webhookHeaders = {
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
function webhooksOf(make: (schema: z.ZodType, io: "output") => JsonSchema): Record<string, object> {
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
