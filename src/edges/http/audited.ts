import { recorded, type AuditEntry } from "../../flows/browse/audit-view.ts";
import type { Json } from "../../core/json.ts";
import type { Actor } from "./auth.ts";
import { asked } from "./body.ts";
import type { Ports } from "./ports.ts";
import { Problem } from "./problem.ts";
import { enterAll, enterMerged } from "./entering.ts";
import { storedOf, type IdempotencyKey } from "./idempotency.ts";
import { respond, type Asked, type Route } from "./route.ts";

/** Requests whose entries were written with what they did. */
const entered = new WeakSet<Request>();

/** Refusals that say something of whoever asked; a request that nobody could read is none. */
const NOTIFIED_STATUSES = [403, 404, 409, 412, 422];

/** Who asks for what. */
export interface Asking {
  route: Pick<Route, "operation" | "audited" | "keeps" | "tells">;
  params: Record<string, string>;
  query: Record<string, unknown>;
  actor: Actor;
  ports: Ports;
}

/** Carries a request out; what it did, or why it was refused, goes to the audit log, unless that was written with it. */
export async function audited(asking: Asking, request: Request, handle: () => Promise<Response>): Promise<Response> {
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

/** Says in the audit log that a request was refused, and what is thrown for it. */
export async function noteRefused(asking: Asking, request: Request, thrown: unknown): Promise<void> {
  // Of what failed midway nobody knows whether it changed something.
  const status = thrown instanceof Problem ? thrown.status : 500;
  // A repetition gets the first answer, which has its entry.
  if (thrown instanceof Problem && thrown.sort === "still-running") return;
  if (asking.route.audited === false || (thrown instanceof Problem && !NOTIFIED_STATUSES.includes(status))) return;
  await note(asking, request, status, null);
}

async function note(asking: Asking, request: Request, status: number, subject: string | null): Promise<void> {
  await enterAll(asking.ports.audit, entriesOf(asking, request, status, subject, null));
}

/** Carries a request out that only reads: enters it where the route says so, and where who asks may not read that. */
export async function notedRead(asking: Asking, request: Request, handle: () => Promise<Response>): Promise<Response> {
  const { route, ports, actor } = asking;
  try {
    const response = await handle();
    // Its query is read by then.
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

/** The entries of a request: one, or one for each of `said` in the place of its body. */
function entriesOf(
  { actor, ports, route, params, query }: Asking,
  request: Request,
  status: number,
  subject: string | null,
  said: Json[] | null,
): AuditEntry[] {
  const common = {
    at: ports.audit.wallNow(),
    tokenId: actor.tokenId,
    tokenName: actor.name,
    operation: route.operation,
    subject: params["id"] ?? subject,
    status,
    address: request.headers.get("cf-connecting-ip"),
  };
  return (said ?? [recorded(bodyOf(request, query))]).map((one) => ({ ...common, request: one }));
}

/** Writes what a handler wants to be written, with its entries and its answer, in one batch. */
export const writerOf =
  (asking: Asking, request: Request, key: IdempotencyKey | null): Asked["write"] =>
  async (steps, answered, said) => {
    const { ports, route } = asking;
    const entries = entriesOf(asking, request, answered.status, answered.subject, said ?? null);
    const written = await ports.keep.writeAs(steps, {
      at: ports.audit.wallNow(),
      entries: route.audited === false ? [] : entries,
      idempotency: key === null ? null : { ...key, answer: await storedOf(request.url, respond(answered)) },
    });
    if (written.ok) entered.add(request);
    return written;
  };

/** The body; of a request without one its query, which may say `cascade`. */
function bodyOf(request: Request, query: Record<string, unknown>): Json {
  const body = asked(request);
  return body === null && Object.keys(query).length > 0 ? (query as Json) : body;
}
