import type { DocumentedRoute } from "./documented.ts";
import { problemSorts, problemTypes, typeOf, type ProblemSort } from "../../src/edges/http/problem-types.ts";
import { problemWords } from "./problem-words.ts";
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
  sort: ProblemSort;
  /** In the place of what the sort means. */
  description?: string;
  detail: string;
  headers?: object;
  more?: object;
}

const MIME = "application/problem+json";

/** The problems that mean the same wherever they come, by status. */
const everywhere: Record<number, Words & { name: string }> = {
  401: {
    name: "Unauthorized",
    sort: "unauthorized",
    detail: "A valid token is needed: Authorization: Bearer <token>.",
    headers: { "WWW-Authenticate": header("How to sign in.", "Bearer", "string", true) },
  },
  403: { name: "Forbidden", sort: "forbidden", detail: "The token's scope is not write." },
  413: { name: "ContentTooLarge", sort: "too-large", detail: "The body is longer than 1 MiB." },
  415: { name: "UnsupportedMediaType", sort: "media-type", detail: "The body must be application/json." },
  429: {
    name: "TooManyRequests",
    sort: "throttled",
    detail: "Too many failed authentications.",
    headers: retryAfter(true),
  },
  500: {
    name: "InternalServerError",
    sort: "internal",
    detail: "Something went wrong here; the log says what.",
  },
  503: {
    name: "ServiceUnavailable",
    sort: "misconfigured",
    detail: "The configuration is wrong: ENCRYPTION_KEYS is required.",
  },
};

const isPost = ({ method, scope }: DocumentedRoute): boolean => method === "post" && scope !== "public";

/** The problems that each operation has its own words for, by status. */
const locals: Record<number, (route: DocumentedRoute) => Words> = {
  400(route) {
    if (route.method === "get" || route.method === "delete")
      return { sort: "query", detail: "Query parameter cursor: is not one that this list gave." };
    const description = `Malformed: the body, a query parameter${isPost(route) ? " or the Idempotency-Key" : ""}.`;
    return { sort: "malformed", description, detail: "The body is not JSON." };
  },
  404({ path }) {
    const noun = ids[/^(?:\/v1)?\/(\w+)\/\{/.exec(path)?.[1] ?? ""]?.noun ?? "thing";
    return { sort: "not-found", description: "There is none.", detail: `No such ${noun}.` };
  },
  409: conflict,
  412: () => ({ sort: "changed", detail: "The target was changed by others: read it again." }),
  422(route) {
    const more = isPost(route)
      ? ", or there may be no more of it; or the Idempotency-Key was used for another request"
      : "";
    return {
      sort: "invalid",
      description: `Well-formed, but not valid: \`errors\` says where${more}.`,
      detail: "Some fields are not valid.",
      more: { errors: [{ pointer: "/name", message: "is required" }] },
    };
  },
};

function conflict(route: DocumentedRoute): Words {
  const own = route.refusals?.includes(409) === true;
  const post = isPost(route);
  const running = "the first request with this Idempotency-Key is still running";
  const sort = post ? "still-running" : route.method === "delete" ? "in-use" : "conflict";
  return {
    sort,
    description: own
      ? `It does not go together with what is there${post ? `, or ${running}` : ""}.`
      : `${running.replace("t", "T")}.`,
    detail: post ? "The first request with this Idempotency-Key is still running." : "It is in use.",
    ...(sort === "in-use"
      ? { more: { usedBy: [{ type: "subscription", id: ids["subscriptions"]!.example, name: "Everyone live" }] } }
      : {}),
    ...(post ? { headers: retryAfter(false) } : {}),
  };
}

const response = (status: number, { sort, description, detail, headers, more }: Words) => ({
  description: description ?? problemWords[sort].meaning,
  ...(headers === undefined ? {} : { headers }),
  content: {
    [MIME]: {
      schema: { $ref: "#/components/schemas/Problem" },
      example: { type: typeOf(sort), title: problemTypes[sort].title, status, detail, ...more },
    },
  },
});

/** A page for people about each sort of problem. */
export const problemsPage = (): string =>
  [
    "# Problems",
    "",
    "Made by `npm run openapi` from `scripts/openapi/problem-words.ts`. An answer of 400 and above is a problem (RFC 9457); its",
    "`type` is one of these paths, which leads to the same words. `detail` says what is wrong with the very request.",
    ...problemSorts.flatMap((sort) => {
      const { status, title } = problemTypes[sort];
      const { meaning, advice } = problemWords[sort];
      return ["", `## \`${typeOf(sort)}\``, "", `${status} **${title}.** ${meaning}`, "", advice];
    }),
    "",
  ].join("\n");

/** The components that hold what means the same everywhere. */
export const problemResponses = () =>
  Object.fromEntries(
    Object.entries(everywhere).map(([status, words]) => [words.name, response(Number(status), words)]),
  );

/** An operation's answer with this status, as its document writes it. */
export const problemResponse = (status: number, route: DocumentedRoute) =>
  everywhere[status] === undefined
    ? response(status, locals[status]!(route))
    : { $ref: `#/components/responses/${everywhere[status].name}` };

/** Every error that an operation can answer with. */
export function problemsOf({ scope, path, body, method, refusals = [] }: DocumentedRoute): number[] {
  const guarded = scope === "public" ? [] : [401, 403, 429];
  const named = path.includes("{") ? [404] : [];
  const read = body !== undefined || method === "post" ? [413, 415, 422] : [];
  const once = method === "post" ? [409] : [];
  const all = [400, ...guarded, ...named, ...read, ...once, ...refusals, 500, 503];
  return [...new Set(all)].sort((a, b) => a - b);
}
