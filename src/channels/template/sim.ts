import { type Context, Hono } from "hono";
import type { Inbox } from "../../../sim/inbox/inbox.ts";
import { jsonObject } from "../../../sim/inbox/json.ts";
import type { Column, Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival, messageIds } from "../../../sim/inbox/receive.ts";
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

/** Browser code: draws an Adaptive Card like Teams, other messages as text, and anything else as JSON. */
const drawing = String.raw`
function drawService(entry, message) {
  const service = str(entry.path).split("/")[3] ?? "";
  const stamp = el("time", "s-stamp", clock(entry.at));
  stamp.title = longDate(entry.at);
  const card = list(message.attachments)[0]?.content;
  const text = str(message.text) || str(message.message) || str(message.body);
  const said = card ? serviceCard(card) : text ? el("div", "s-text", str(message.title) ? el("b", "", str(message.title) + "\n") : null, text) : paintJson(message);
  return el("article", "s-card", el("div", "s-head", el("b", "", service), stamp), said);
}

function serviceCard(card) {
  const elements = list(card.body).map((one) => one.type === "Image"
    ? image(one.url, "s-image", one.altText)
    : el("p", one.weight === "bolder" ? "s-title" : "s-text", str(one.text).replaceAll("\n\n", "\n")));
  const actions = list(card.actions).map((one) => link(one.url, "s-button", str(one.title)));
  return el("div", "", elements, actions.length ? el("div", "s-actions", actions) : null);
}
`;

const style = `
.services { background: #f5f5f5; color: #242424; font-family: "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
.services h2 { background: #fff; color: #242424; border-bottom: 1px solid #e0e0e0; }
.s-card { background: #fff; border-radius: 8px; border-left: 4px solid #5b5fc7; box-shadow: 0 1px 2px #0002; margin: 8px 12px; padding: 10px 14px; font-size: 14px; line-height: 1.45; }
.s-head { display: flex; justify-content: space-between; gap: 8px; color: #616161; font-size: 12px; margin-bottom: 4px; }
.s-title { font-weight: 600; font-size: 15px; margin: 0 0 4px; }
.s-text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.s-image { display: block; max-height: 240px; max-width: 100%; margin-top: 8px; border-radius: 4px; }
.s-actions { display: flex; gap: 8px; margin-top: 10px; }
.services .s-button { border: 1px solid #d1d1d1; border-radius: 4px; padding: 4px 12px; color: #242424; text-decoration: none; font-weight: 600; font-size: 13px; }
`;

/** The column of other services. */
const servicesColumn: Column = {
  id: "services",
  title: "Other services",
  heading: ["⇢", "other services", "Teams, Google Chat, Gotify …"],
  empty: ["Nothing here yet", "Custom webhooks whose address is this simulator's show their messages here."],
  drawing: { name: "drawService", script: drawing },
  style,
  narrow: true,
};

export const receiver: Receiver = {
  path: "template",
  fault: "inbox.template",
  routes,
  words: () => JSON.stringify({ error: "a fault of the simulator" }),
  settings: (simulator) => ({ url: `${simulator}/inbox/template/teams`, preset: "teams" }),
  column: servicesColumn,
};
