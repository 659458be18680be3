import type { Route } from "../../src/edges/http/route.ts";
import { ids } from "./words.ts";

const header = (description: string, example: string | number, type: "string" | "integer", required: boolean) => ({
  description,
  required,
  schema: { type },
  example,
});

const retryAfter = (required: boolean) => ({
  "Retry-After": header("Seconds to wait before the next try.", 5, "integer", required),
});

interface Words {
  title: string;
  description: string;
  detail: string;
  headers?: object;
  more?: object;
}

const MIME = "application/problem+json";

/** The problems that mean the same wherever they come, by status. */
const everywhere: Record<number, Words & { name: string }> = {
  401: {
    name: "Unauthorized",
    title: "Unauthorized",
    description: "No token, or none that is known.",
    detail: "A valid token is needed: Authorization: Bearer <token>.",
    headers: { "WWW-Authenticate": header("How to sign in.", "Bearer", "string", true) },
  },
  403: {
    name: "Forbidden",
    title: "Forbidden",
    description: "The token's scope does not reach this.",
    detail: "The token's scope is not write.",
  },
  413: {
    name: "ContentTooLarge",
    title: "Content Too Large",
    description: "The body is longer than 1 MiB; an import or a configuration may have 16 MiB.",
    detail: "The body is longer than 1 MiB.",
  },
  415: {
    name: "UnsupportedMediaType",
    title: "Unsupported Media Type",
    description: "The body has a media type that is not taken here.",
    detail: "The body must be application/json.",
  },
  429: {
    name: "TooManyRequests",
    title: "Too Many Requests",
    description:
      "The budget of calls is spent, the token sends too many changes, or too many bad tokens came from this address.",
    detail: "Too many failed authentications.",
    headers: retryAfter(true),
  },
  500: {
    name: "InternalServerError",
    title: "Internal Server Error",
    description: "A bug; the log tells more.",
    detail: "Something went wrong here; the log says what.",
  },
  503: {
    name: "ServiceUnavailable",
    title: "Service Unavailable",
    description: "The configuration is wrong.",
    detail: "The configuration is wrong: ENCRYPTION_KEYS is required.",
  },
};

function local(status: number, route: Route): Words {
  const noun = ids[/^(?:\/v1)?\/(\w+)\/\{/.exec(route.path)?.[1] ?? ""]?.noun ?? "thing";
  const post = route.method === "post" && route.scope !== "public";
  if (status === 400) {
    const query = { description: "Malformed: a query parameter.", detail: "Query parameter limit: must be a number." };
    const body = {
      description: `Malformed: the body${route.query === undefined ? "" : ", a query parameter"}${post ? " or the Idempotency-Key" : ""}.`,
      detail: "The body is not JSON.",
    };
    return { title: "Bad Request", ...(route.method === "get" || route.method === "delete" ? query : body) };
  }
  if (status === 404) return { title: "Not Found", description: "There is none.", detail: `No such ${noun}.` };
  if (status === 409) {
    const own = route.refusals?.includes(409) === true;
    const running = "the first request with this Idempotency-Key is still running";
    return {
      title: "Conflict",
      description: own
        ? `It does not go together with what is there${post ? `, or ${running}` : ""}.`
        : `${running.replace("t", "T")}.`,
      detail: own && !post ? "It is in use." : "The first request with this Idempotency-Key is still running.",
      ...(own && route.method === "delete"
        ? { more: { usedBy: [{ type: "subscription", id: ids["subscriptions"]!.example, name: "Everyone live" }] } }
        : {}),
      ...(post ? { headers: retryAfter(false) } : {}),
    };
  }
  return {
    title: "Unprocessable Content",
    description: `Well-formed, but not valid: \`errors\` says where${post ? ", or there may be no more of it" : ""}${post ? "; or the Idempotency-Key was used for another request" : ""}.`,
    detail: "Some fields are not valid.",
    more: { errors: [{ pointer: "/name", message: "is required" }] },
  };
}

const response = (status: number, { title, description, detail, headers, more }: Words) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: {
    [MIME]: {
      schema: { $ref: "#/components/schemas/Problem" },
      example: { type: "about:blank", title, status, detail, ...more },
    },
  },
});

/** The components that hold what means the same everywhere. */
export const problemResponses = () =>
  Object.fromEntries(
    Object.entries(everywhere).map(([status, words]) => [words.name, response(Number(status), words)]),
  );

/** An operation's answer with this status, as its document writes it. */
export const problemResponse = (status: number, route: Route) =>
  everywhere[status] === undefined
    ? response(status, local(status, route))
    : { $ref: `#/components/responses/${everywhere[status].name}` };

/** Every error that an operation can answer with. */
export function problemsOf({ scope, path, query, body, method, refusals = [] }: Route): number[] {
  const guarded = scope === "public" ? [] : [401, 403, 429];
  const named = path.includes("{") ? [404] : [];
  const asked = query === undefined ? [] : [400];
  const read = body !== undefined || method === "post" ? [400, 413, 415, 422] : [];
  const once = method === "post" ? [409] : [];
  const all = [...guarded, ...named, ...asked, ...read, ...once, ...refusals, 500, 503];
  return [...new Set(all)].sort((a, b) => a - b);
}
