import { Hono, type Context } from "hono";
import type { Inbox } from "../../../sim/inbox/inbox.ts";
import { jsonObject } from "../../../sim/inbox/json.ts";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival, messageIds } from "../../../sim/inbox/receive.ts";
import { servicesColumn } from "../dialects/services/sim/column.ts";
import { services } from "../dialects/services/sim/rules.ts";

const refused = (status: 400 | 401 | 404 | 405 | 413, error: string): Response => Response.json({ error }, { status });

function routes(inbox: Inbox, wallNow: () => number): Hono {
  const app = new Hono();
  const nextId = messageIds(wallNow);
  /** Answers by transaction: Matrix stores a repeated one once. */
  const known = new Map<string, string>();
  app.all("/inbox/template/:service/*", (context) => receive(context));
  app.all("/inbox/template/:service", (context) => receive(context));

  async function receive(context: Context): Promise<Response> {
    const service = services[context.req.param("service") ?? ""];
    if (service === undefined) return refused(404, "no such service");
    if (context.req.method !== service.method) return refused(405, "method not allowed");
    if (service.knows?.((name) => context.req.header(name)) === false) return refused(401, "unauthorized");
    const text = await context.req.text();
    if (new TextEncoder().encode(text).length > service.bytes) return refused(413, "request entity too large");
    const body = jsonObject(text);
    if (!body) return refused(400, "the body must be a JSON object");
    const invalid = service.refusal(body);
    if (invalid !== undefined) return refused(400, invalid);
    const before = known.get(context.req.path);
    if (before !== undefined) return service.took(before);
    const entry = inbox.add(arrival(context, "template", body, service.text(body), nextId()));
    if (service.method === "PUT") known.set(context.req.path, entry.id);
    return service.took(entry.id);
  }
  return app;
}

export const receiver: Receiver = {
  path: "template",
  fault: "inbox.template",
  routes,
  words: () => JSON.stringify({ error: "a fault of the simulator" }),
  settings: (simulator) => ({ url: `${simulator}/inbox/template/teams`, preset: "teams" }),
  column: servicesColumn,
};
