import type { DocumentedRoute } from "./documented.ts";
import { problemShape } from "./shapes/shapes.ts";
import { operationOf } from "./operation.ts";
import { problemResponses } from "./problems.ts";
import { schemaMaker, type JsonSchema } from "./schema.ts";
import { webhookHeaders, webhooksOf } from "./webhooks.ts";
import { tags } from "./words.ts";

const INFO = {
  title: "Tallylight",
  version: "1",
  summary: "Watches creators and tells your chat.",
  description:
    "Times are ISO 8601 in UTC with milliseconds; ids are opaque. Lists come in pages: `nextCursor` asks for the next " +
    "one and is null on the last.\n\nErrors are problem+json (RFC 9457), judged in this order: token, scope, query, " +
    "existence, body. `type` is the path of a page that says what the problem means and what to do. A query parameter " +
    "that an operation does not know is a 400. A path that is none is a 404, a method that a path does not take a 405 with `Allow`.\n\nA POST " +
    "with an `Idempotency-Key` is carried out once: sent again within 24 hours it gets the first answer again, with " +
    "the header `idempotency-replayed`. Of an answer of more than 64 KB only a summary is kept " +
    "(`application/vnd.tallylight.summary+json`): its status, length and SHA-256, and `about`, the path where what came of " +
    "it is.\n\nA token may send 600 requests a minute that are not GET; then it gets a 429.",
  license: { name: "MIT", identifier: "MIT" },
};

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Carries the request out once: sent again within 24 hours with the same key, token and content, it gets the first " +
    "answer again. Another request with the key is a 422.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
  example: "3f6c1c1e-6f0e-4c53-9d1c-5a2b8a5f9f11",
};

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "Carries the request out only where the thing still has this `ETag`, else answers 412. Without it a change is applied " +
    "to what is there, whatever others changed.",
  schema: { type: "string" },
  example: '"3"',
};

const BEARER = {
  type: "http",
  scheme: "bearer",
  description: "`ADMIN_TOKEN`, or a token from POST /v1/tokens. `read` < `write` < `admin`.",
};

/** The OpenAPI 3.1 document of these routes, from the very schemas that judge requests. */
export function openApiDocument(routes: DocumentedRoute[]) {
  const schemas: Record<string, JsonSchema> = {};
  const make = schemaMaker(schemas);
  make(problemShape(), "output");
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationOf(route, make);
  const webhooks = webhooksOf(schemas, make);
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
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, IfMatch: IF_MATCH, ...webhookHeaders },
      responses: problemResponses(),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
