import type * as z from "zod";
import type { Actor } from "./auth.ts";
import type { CorePorts } from "./ports.ts";
import type { Json } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";
import type { Result } from "../core/result.ts";
import type { Refused, Step } from "../resources/step.ts";
import type { Scope } from "../features/people/resource/scopes.ts";

/** A request with a valid token, scope and query. The handler reads the body once it knows that the record exists. */
export interface RouteContext<Need = unknown, Query = unknown> {
  params: Record<string, string>;
  query: Query;
  ports: CorePorts & Need;
  request: Request;
  /** The caller; null on public paths. */
  actor: Actor | null;
  /** Writes steps in one batch with the idempotent answer and the audit entries. `entries` replace the body there. */
  write: (steps: Step[], answered: Answered, entries?: Json[]) => Promise<Result<null, Refused>>;
}

/** An answer as data, so that it can be stored with its change. */
export interface Answered {
  status: number;
  /** Null for none. */
  body: unknown;
  headers: Record<string, string>;
  /** The id of the record that it is about. */
  subject: string | null;
}

/**
 * An operation of the API as data, from which it is registered and protected, over the ports that it needs. Its
 * documentation is in `tools/openapi/operations`.
 */
export interface Route<Need = never, Query extends z.ZodObject = z.ZodObject> {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** In OpenAPI's syntax: `/v1/targets/{id}`. */
  path: string;
  scope: Scope | "public";
  /** Name of the operation in clients. */
  operation: string;
  /** Built once, on first use. */
  query?: () => Query;
  /** True if a query makes the operation read-only, so that the scope `read` is enough. */
  harmless?(query: URLSearchParams): boolean;
  /** False if nothing is changed or sent, so that it is not recorded. */
  audited?: false;
  /** Whether to record a read-only request, by its query. */
  tells?(query: z.output<Query>): boolean;
  /** True if its only effect is one write, which stores its answer and audit entries. */
  keeps?: true;
  /** True if limited tokens may use it. Everything that it reads or writes must then belong to their watchlists. */
  withinLists?: true;
  handle: (requested: RouteContext<Need, z.output<Query>>) => Promise<Response>;
}

/** For read-only operations. */
export const readOnly: RouteContext["write"] = () => {
  throw new Error("a request that only reads has nothing to write");
};

/** Declares routes with typed queries over the ports that they need beyond those of all requests. */
export const routesOver =
  <Need>() =>
  <Query extends z.ZodObject = z.ZodObject<Record<string, never>>>(declared: Route<Need, Query>): Route<Need> =>
    ({ ...declared, ...(declared.query && { query: lazy(declared.query) }) }) as unknown as Route<Need>;

/** Declares a route that needs nothing else. */
export const route = routesOver<unknown>();

/** The texts of JSON answers, because a body can only be read once. */
const texts = new WeakMap<Response, string>();

/** The text of an answer made by `json`; null for others. */
export const textOf = (answer: Response): string | null => texts.get(answer) ?? null;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  const answer = new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
  texts.set(answer, text);
  return answer;
}

export const respond = ({ status, body, headers }: Answered): Response =>
  body === null ? new Response(null, { status, headers }) : json(body, status, headers);

export const created = (location: string, body: unknown): Response => json(body, 201, { location });
