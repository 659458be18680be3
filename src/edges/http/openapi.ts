import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Route } from "./route.ts";
import { problemShape } from "./shapes.ts";

export type OpenApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

const meanings: Record<number, string> = {
  400: "Malformed JSON or query parameter",
  401: "No or bad token",
  403: "The token's scope does not reach this",
  404: "No such thing",
  409: "Conflict",
  413: "The body is too long: 1 MiB, of an import 16 MiB",
  415: "The body has a media type that is not taken here",
  422: "Well-formed, but invalid: errors says where",
  429: "Too many requests: Retry-After says when",
  503: "Down",
};

let made: OpenApiDocument | undefined;

/** The OpenAPI 3.1 document, made once from the routes and the schemas that judge requests. */
export function openApiDocument(routes: Route[]): OpenApiDocument {
  if (made !== undefined) return made;
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  for (const route of routes) app.openAPIRegistry.registerPath(documented(route));
  made = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Tallylight",
      version: "1",
      description:
        "Watches creators and tells your chat. Times are ISO 8601 in UTC with milliseconds; ids are opaque. " +
        "Errors are problem+json (RFC 9457), judged in this order: token, scope, existence, body.",
    },
    servers: [{ url: "/" }],
  });
  return made;
}

type PathConfig = Parameters<OpenAPIHono["openAPIRegistry"]["registerPath"]>[0];

function documented(route: Route): PathConfig {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const params = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  const types = route.method === "patch" ? ["application/json", "application/merge-patch+json"] : ["application/json"];
  const { body, query } = route;
  return {
    method: route.method,
    path: route.path,
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    ...(route.scope === "public" ? {} : { security: [{ bearer: [] }] }),
    description: [route.description, route.scope === "public" ? "Public." : `Scope: \`${route.scope}\`.`]
      .filter((text) => text !== undefined)
      .join("\n\n"),
    request: {
      ...(names.length === 0 ? {} : { params }),
      ...(query === undefined ? {} : { query: query as z.ZodObject }),
      ...(body === undefined
        ? {}
        : {
            body: {
              required: true,
              content: { ...Object.fromEntries(types.map((type) => [type, body])), ...body.also },
            },
          }),
    },
    responses: {
      [route.status]: good(route),
      ...Object.fromEntries(errorsOf(route).map((status) => [status, bad(status, route)])),
    },
  };
}

function good({ status, reply }: Route) {
  const headers = { Location: { description: "Where it is", schema: { type: "string" as const } } };
  return {
    description: reply.description,
    ...(status === 201 ? { headers } : {}),
    ...(reply.schema === undefined ? {} : { content: { "application/json": { schema: reply.schema } } }),
    ...(reply.media === undefined ? {} : { content: { [reply.media]: { schema: z.string() } } }),
  };
}

/** A health that is down has the shape of health; every other error is a problem. */
const bad = (status: number, route: Route) => ({
  description: meanings[status] ?? "Error",
  content:
    status === 503 && route.reply.schema !== undefined
      ? { "application/json": { schema: route.reply.schema } }
      : { "application/problem+json": { schema: problemShape } },
});

function errorsOf(route: Route): number[] {
  const guarded = route.scope === "public" ? [] : [401, 403, 429];
  const named = route.path.includes("{") ? [404] : [];
  const asked = route.query === undefined ? [] : [400];
  const sent = route.body === undefined ? [] : [400, 413, 415, 422];
  return [...new Set([...guarded, ...named, ...asked, ...sent, ...(route.refusals ?? [])])].sort((a, b) => a - b);
}
