import { recorded, type AuditEntry } from "../../flows/browse/audit-view.ts";
import type { Json } from "../../core/json.ts";
import type { Actor } from "./auth.ts";
import { asked } from "./body.ts";
import type { Ports } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { Route } from "./route.ts";

/** What a request did, in a handler's own words, in the place of its body: an entry each; none where nothing was done. */
const told = new WeakMap<Request, Json[]>();

/** Says for the audit log what a request did. */
export function tellAudit(request: Request, entries: Json[]): void {
  told.set(request, entries);
}

/** Refusals that say something of whoever asked; a request that nobody could read is none. */
const TOLD_STATUSES = [403, 404, 409, 412, 422];

interface Asking {
  route: Route;
  params: Record<string, string>;
  query: Record<string, unknown>;
  actor: Actor;
  ports: Ports;
}

/** Carries a request out; what it did, or why it was refused, goes to the audit log. */
export async function audited(asking: Asking, request: Request, handle: () => Promise<Response>): Promise<Response> {
  if (asking.route.audited === false) return handle();
  try {
    const response = await handle();
    await note(asking, request, response.status, response.headers.get("location"));
    return response;
  } catch (thrown) {
    await noteRefused(asking, request, thrown);
    throw thrown;
  }
}

/** Says in the audit log that a request was refused, and what is thrown for it. */
export async function noteRefused(asking: Asking, request: Request, thrown: unknown): Promise<void> {
  // Of what failed midway nobody knows whether it changed something.
  const status = thrown instanceof Problem ? thrown.status : 500;
  if (asking.route.audited === false || (thrown instanceof Problem && !TOLD_STATUSES.includes(status))) return;
  told.delete(request);
  await note(asking, request, status, null);
}

/** A log that cannot be written takes nothing back: what was done stands, and so does its answer. */
async function note(asking: Asking, request: Request, status: number, location: string | null): Promise<void> {
  const { actor, ports, route, params, query } = asking;
  const made = status === 201 ? /[^/]+$/.exec(location ?? "")?.[0] : undefined;
  const common: Omit<AuditEntry, "request"> = {
    at: ports.audit.wallNow(),
    tokenId: actor.tokenId,
    tokenName: actor.name,
    operation: route.operation,
    subject: params["id"] ?? made ?? null,
    status,
    address: request.headers.get("cf-connecting-ip"),
  };
  const what = told.get(request) ?? [recorded(bodyOf(request, query))];
  if (what.length === 0) return;
  try {
    await ports.audit.add(what.map((one) => ({ ...common, request: one })));
  } catch (thrown) {
    ports.audit.failed(thrown, { ...common, request: null });
  }
}

/** The body; of a request without one its query, which may say `cascade`. */
function bodyOf(request: Request, query: Record<string, unknown>): Json {
  const body = asked(request);
  return body === null && Object.keys(query).length > 0 ? (query as Json) : body;
}
