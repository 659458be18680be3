import type * as z from "zod";
import type { Actor } from "./auth.ts";
import type { Ports } from "./ports.ts";
import type { Json } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import type { Result } from "../../core/result.ts";
import type { Refused, Step } from "../../resources/step.ts";
import type { Scope } from "../../resources/tokens/scopes.ts";

/** A request whose token, scope and query are in order; the body is read by the handler, after it looked whether the thing exists. */
export interface Asked<Query = unknown> {
  params: Record<string, string>;
  query: Query;
  ports: Ports;
  request: Request;
  /** Who asks; null on public paths. */
  actor: Actor | null;
  /** Writes steps in one batch with the request's audit entries (in place of its body where given) and its answer. */
  write: (steps: Step[], answered: Answered, entries?: Json[]) => Promise<Result<null, Refused>>;
}

/** An answer as data, so that it can be kept with the change that it speaks of. */
export interface Answered {
  status: number;
  /** Null for none. */
  body: unknown;
  headers: Record<string, string>;
  /** The id of what it is about. */
  subject: string | null;
}

/** One operation of the API as data: registered and guarded from this alone; `scripts/openapi/operations` says what it is for. */
export interface Route<Query extends z.ZodObject = z.ZodObject> {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** As OpenAPI writes it: `/v1/targets/{id}`. */
  path: string;
  scope: Scope | "public";
  /** The name of the operation in clients. */
  operation: string;
  /** Made once, when it is first wanted. */
  query?: () => Query;
  /** True where a query makes it change nothing, so that the scope `read` is enough. */
  harmless?(query: URLSearchParams): boolean;
  /** False where nothing is changed or sent, so that the audit log says nothing. */
  audited?: false;
  /** Of one that only reads: whether the audit log tells of it, by its query. */
  tells?(query: z.output<Query>): boolean;
  /** True where all it does is one write, which keeps its own answer and audit entries. */
  keeps?: true;
  /** True where tokens limited to watchlists may use it: all that it reads or writes belongs to one of them. */
  withinLists?: true;
  handle(asked: Asked<z.output<Query>>): Promise<Response>;
}

/** What reads writes nothing. */
export const readOnly: Asked["write"] = () => {
  throw new Error("a request that only reads has nothing to write");
};

/** Declares a route: the query's type reaches its handler. */
export const route = <Query extends z.ZodObject = z.ZodObject<Record<string, never>>>(declared: Route<Query>): Route =>
  ({ ...declared, ...(declared.query && { query: lazy(declared.query) }) }) as unknown as Route;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

export const respond = ({ status, body, headers }: Answered): Response =>
  body === null ? new Response(null, { status, headers }) : json(body, status, headers);

export const created = (location: string, body: unknown): Response => json(body, 201, { location });
