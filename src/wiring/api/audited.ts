import { recorded, type AuditEntry } from "../../db/audit-view.ts";
import type { Json } from "../../core/json.ts";
import type { Actor } from "../../http/auth.ts";
import { parsedBody } from "../../http/body.ts";
import type { CorePorts } from "../../http/ports.ts";
import { requestIdOf } from "../../http/headers.ts";
import { Problem } from "../../http/problem.ts";
import { enterAll, enterMerged } from "../../http/merged-audit.ts";
import { storedOf, type IdempotencyKey } from "../../http/idempotency.ts";
import { respond, type RouteContext, type Route } from "../../http/route.ts";

/** Requests whose audit entries were written together with their change. */
const entered = new WeakSet<Request>();

/** Statuses that say something about the caller. Requests that could not be parsed are not recorded. */
const NOTIFIED_STATUSES = [403, 404, 409, 412, 422];

/** A request with its caller. */
export interface AuditContext {
  route: Pick<Route, "operation" | "audited" | "keeps" | "tells">;
  params: Record<string, string>;
  query: Record<string, unknown>;
  actor: Actor;
  ports: CorePorts;
}

/**
 * Handles a request and records its outcome or refusal in the audit log, unless the entry was written with the change.
 */
export async function audited(
  asking: AuditContext,
  request: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  if (asking.route.audited === false) return handle();
  try {
    const response = await handle();
    if (entered.has(request) || asking.route.keeps === true) return response;
    const createdId = response.status === 201 ? /[^/]+$/.exec(response.headers.get("location") ?? "")?.[0] : undefined;
    await note(asking, request, response.status, createdId ?? null);
    return response;
  } catch (thrown) {
    await noteRefused(asking, request, thrown);
    throw thrown;
  }
}

/** Records a refused request in the audit log. */
export async function noteRefused(asking: AuditContext, request: Request, thrown: unknown): Promise<void> {
  // An error may have occurred after a change, so it is always recorded.
  const status = thrown instanceof Problem ? thrown.status : 500;
  // A repetition gets the first answer, which has its own entry.
  if (thrown instanceof Problem && thrown.sort === "still-running") return;
  if (asking.route.audited === false || (thrown instanceof Problem && !NOTIFIED_STATUSES.includes(status))) return;
  await note(asking, request, status, null);
}

async function note(asking: AuditContext, request: Request, status: number, subject: string | null): Promise<void> {
  await enterAll(asking.ports.audit, entriesOf(asking, request, status, subject, null));
}

/**
 * Handles a request that only reads. It is recorded if the route says so, or if the caller is not allowed to read that.
 */
export async function notedRead(
  asking: AuditContext,
  request: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  const { route, ports, actor } = asking;
  try {
    const response = await handle();
    // The query has been read by then.
    if (route.tells?.(asking.query) === true) await note(asking, request, response.status, null);
    return response;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status === 403) {
      const [entry] = entriesOf(asking, request, 403, null, null);
      await enterMerged(ports.audit, entry!, "read", `${actor.tokenId ?? actor.name}/${route.operation}`);
    }
    throw thrown;
  }
}

/** The audit entries of a request: one, or one for each of `said`, which replaces its body. */
function entriesOf(
  { actor, ports, route, params, query }: AuditContext,
  request: Request,
  status: number,
  subject: string | null,
  reported: Json[] | null,
): AuditEntry[] {
  const common = {
    at: ports.audit.wallNow(),
    tokenId: actor.tokenId,
    tokenName: actor.name,
    operation: route.operation,
    subject: params["id"] ?? subject,
    status,
    address: request.headers.get("cf-connecting-ip"),
    requestId: requestIdOf(request),
  };
  return (reported ?? [recorded(bodyOf(request, query))]).map((one) => ({ ...common, request: one }));
}

/** Returns a function that writes a handler's steps with their entries and idempotent answer in one batch. */
export const writerOf =
  (asking: AuditContext, request: Request, key: IdempotencyKey | null): RouteContext["write"] =>
  async (steps, answered, reported) => {
    const { ports, route } = asking;
    const entries = entriesOf(asking, request, answered.status, answered.subject, reported ?? null);
    const written = await ports.keep.writeAs(steps, {
      at: ports.audit.wallNow(),
      entries: route.audited === false ? [] : entries,
      idempotency: key === null ? null : { ...key, answer: await storedOf(request.url, respond(answered)) },
    });
    if (written.ok) entered.add(request);
    return written;
  };

/** The body; for a request without one the query, which may contain `cascade`. */
function bodyOf(request: Request, query: Record<string, unknown>): Json {
  const body = parsedBody(request);
  return body === null && Object.keys(query).length > 0 ? (query as Json) : body;
}
