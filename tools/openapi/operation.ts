import * as z from "zod";
import { XLSX_TYPE } from "../../src/http/workbooks/write.ts";
import { ALWAYS, headersOf } from "./answer-headers.ts";
import { type Body, type DocumentedRoute, isRevalidated } from "./documented.ts";
import { problemResponse, problemsOf } from "./problems.ts";
import type { JsonSchema } from "./schema.ts";
import { ids, parameters } from "./words.ts";
import { access } from "./examples/access.ts";
import { answers } from "./examples/answers.ts";
import { telling } from "./examples/telling.ts";
import { watching } from "./examples/watching.ts";
import { resourceExamples } from "./resources.ts";

type Make = (schema: z.ZodType, io: "input" | "output") => JsonSchema;

/** An operation in the form of the document. */
export function operationOf(route: DocumentedRoute, make: Make): object {
  const { operation, tag, summary, description, scope, body } = route;
  const rights = scope === "public" ? "Public: no token is needed." : `Needs the scope \`${scope}\`.`;
  const provided = parametersOf(route, make);
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description: description === undefined ? rights : `${description}\n\n${rights}`,
    security: scope === "public" ? [] : [{ bearer: [] }],
    ...(provided.length === 0 ? {} : { parameters: provided }),
    ...(body === undefined
      ? actionBody(route, make)
      : { requestBody: { required: body().optional !== true, content: taken(route, body(), make) } }),
    responses: {
      [route.status]: good(route, make),
      ...(isRevalidated(route) ? { 304: { $ref: "#/components/responses/NotModified" } } : {}),
      ...Object.fromEntries(problemsOf(route).map((status) => [status, bad(status, route, make)])),
    },
  };
}

const nothing = z
  .strictObject({})
  .meta({ id: "Nothing", description: "An empty object, accepted instead of no body." });

function actionBody({ method }: DocumentedRoute, make: Make): object {
  if (method !== "post") return {};
  const schema = make(nothing, "input");
  return { requestBody: { required: false, content: { "application/json": { schema, example: {} } } } };
}

function taken({ method, operation }: DocumentedRoute, body: Body, make: Make): object {
  // All bodies have named schemas: their own name, or one derived from the operation.
  const id = `${operation[0]!.toUpperCase()}${operation.slice(1)}Body`;
  const own = body.schema.meta();
  const schema = make(own?.id === undefined ? body.schema.meta({ ...own, id }) : body.schema, "input");
  const types = method === "patch" ? ["application/json", "application/merge-patch+json"] : ["application/json"];
  const rest = Object.entries(body.also ?? {}).map(([type, also]) => [
    type,
    { schema: make(also.schema, "input"), example: also.example },
  ]);
  return Object.fromEntries([...types.map((type) => [type, { schema, example: body.example }]), ...rest]);
}

function parametersOf(route: DocumentedRoute, make: Make): object[] {
  const { path, query, method, scope, refusals } = route;
  const inPath = [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, collection, name]) => {
    const id = ids[collection!];
    const fallback = { description: `The ${id?.noun ?? "thing"}'s id.`, example: id?.example };
    return {
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
      ...(parameters[`${collection}/${name}`] ?? parameters[name!] ?? fallback),
    };
  });
  const inQuery = Object.entries(query?.().shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = make(schema as z.ZodType, "input");
    const words = { description: description ?? parameters[name]?.description ?? "" };
    return { name, in: "query", required: false, ...words, schema: rest, example: exampleOf(name, rest) };
  });
  const once = method === "post" && scope !== "public" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [];
  const matched = refusals?.includes(412) === true ? [{ $ref: "#/components/parameters/IfMatch" }] : [];
  const known = isRevalidated(route) ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : [];
  return [...inPath, ...inQuery, ...known, ...matched, ...once];
}

const exampleOf = (name: string, schema: JsonSchema): unknown =>
  parameters[name]?.example ?? (schema["enum"] as unknown[] | undefined)?.[0];

const LOCATION = {
  description: "The address of the new resource.",
  required: true,
  schema: { type: "string", format: "uri-reference" },
};

const REPLAYED = {
  description: "Present where this is the first answer to the Idempotency-Key again.",
  required: false,
  schema: { type: "string", enum: ["true"] },
};

const ETAG = {
  description:
    "Its revision and a hash of its fields. Send it as `If-Match` with a change that is to meet no other, or as `If-None-Match` to read it only if it has changed.",
  required: true,
  schema: { type: "string" },
  example: '"3-5f0c1d2e3b4a5968"',
};

const CONTENT_TAG = {
  description: "A hash of the answer. Send it as `If-None-Match` to get it again only if it has changed.",
  required: true,
  schema: { type: "string" },
  example: '"5f0c1d2e3b4a5968"',
};

/** The answer to a request whose `If-None-Match` has the current entity tag. */
export const notModified = {
  description: "Unchanged: `If-None-Match` has its current `ETag`. The answer has no body.",
  headers: { ...ALWAYS, ETag: { ...CONTENT_TAG, description: "The current `ETag`." } },
};

/** A table that is also an answer of the operation has no tag. */
const tagOf = ({ reply }: DocumentedRoute) => ({ ...CONTENT_TAG, required: reply.media === undefined });

/** The address of something that a path creates. */
function locationIn(path: string): string {
  const [, version, collection] = path.split("/");
  return `/${version}/${collection}/${ids[collection!]?.example ?? ids["tokens"]!.example}`;
}

function good(route: DocumentedRoute, make: Make): object {
  const { reply, status, method, scope, path } = route;
  const headers = {
    ...headersOf(route),
    ...(route.etag === true ? { ETag: ETAG } : isRevalidated(route) ? { ETag: tagOf(route) } : {}),
    ...(status === 201 ? { Location: { ...LOCATION, example: locationIn(path) } } : {}),
    ...(status === 302 ? { Location: { ...LOCATION, example: "/docs#problem-not-found" } } : {}),
    ...(method === "post" && scope !== "public" ? { "Idempotency-Replayed": REPLAYED } : {}),
  };
  const contents: Record<string, object> = {};
  if (reply.schema !== undefined) {
    const schema = make(reply.schema(), "output");
    contents["application/json"] = { schema, example: exampleFor(route.operation, schema) };
  }
  for (const type of [reply.media ?? []].flat()) contents[type] = mediaOf(route.operation, type);
  return {
    description: reply.description,
    headers,
    ...(Object.keys(contents).length === 0 ? {} : { content: contents }),
  };
}

/** An answer that is not JSON: text with an example, or bytes, which OpenAPI 3.1 describes by media type alone. */
const mediaOf = (operation: string, type: string): object =>
  type === "image/png" || type === XLSX_TYPE
    ? { schema: { contentMediaType: type } }
    : { schema: { type: "string" }, example: exampleFor(`${operation} ${type}`, {}) };

/** A 503 of `/healthz` has the same schema as its 200. Every other error is a problem. */
const bad = (status: number, route: DocumentedRoute, make: Make): object =>
  route.operation === "getHealth" && status === 503 && route.reply.schema !== undefined
    ? {
        description: "It is down.",
        headers: ALWAYS,
        content: {
          "application/json": {
            schema: make(route.reply.schema(), "output"),
            example: { status: "down", lastTickAt: null, lastPollAt: null, reasons: ["schema"], version: "1.0.0-rc.1" },
          },
        },
      }
    : problemResponse(status, route);

/** Example answers by the name of their schema, or by operation. */
const known: Record<string, unknown> = { ...resourceExamples, ...watching, ...telling, ...access, ...answers };

const nameOf = (schema: JsonSchema): string | null =>
  typeof schema["$ref"] === "string" ? schema["$ref"].slice("#/components/schemas/".length) : null;

/** An example answer of an operation; undefined if there is none. */
function exampleFor(operation: string, schema: JsonSchema): unknown {
  if (operation in known) return known[operation];
  const name = nameOf(schema) ?? "";
  const item = name.endsWith("List") ? known[name.slice(0, -"List".length)] : undefined;
  return item === undefined ? known[name] : { items: [item], nextCursor: null };
}
