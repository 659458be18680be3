import { Hono } from "hono";
import { jsonObject, type JsonObject, lines, str } from "../../../sim/inbox/json.ts";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival } from "../../../sim/inbox/receive.ts";

/** Browser code: draws a card of a signed webhook. */
const drawing = String.raw`
function drawWebhook(entry, message) {
  const signed = entry.headers?.["webhook-signature"];
  const details = el("details", "", el("summary", "", "payload"), paintJson(message));
  details.open = true;
  const stamp = el("time", "w-stamp", clock(entry.at));
  stamp.title = longDate(entry.at);
  const target = message.data?.target?.name ?? message.data?.title ?? message.data?.name ?? "";
  return el("article", "w-card",
    el("div", "w-head", el("span", "w-type", str(message.type) || "webhook"), stamp),
    el("div", "w-meta", target ? el("b", "", String(target)) : null, el("code", "", entry.path), signed ? el("span", "w-signed", "signed") : null,
      entry.headers?.["webhook-id"] ? el("code", "", entry.headers["webhook-id"]) : null),
    details);
}

`;

const style = `
.webhook { background: #131418; }
.webhook h2 { border-bottom: 1px solid #202228; }
.webhook .hash { font-size: 14px; }
`;

/** The type of an event, and its data in short. */
function textOf(message: JsonObject): string {
  const json = JSON.stringify(message["data"] ?? message);
  return lines([str(message["type"]), json.length > 500 ? `${json.slice(0, 500)}…` : json]);
}

export const receiver: Receiver = {
  path: "webhook",
  fault: "inbox.webhook",
  routes(inbox) {
    const app = new Hono();
    app.post("/inbox/webhook/*", async (context) => {
      const body = jsonObject(await context.req.text());
      if (!body) return context.json({ error: "the body must be a JSON object" }, 400);
      inbox.add(arrival(context, "webhook", body, textOf(body), context.req.header("webhook-id") ?? ""));
      return context.body(null, 204);
    });
    return app;
  },
  words: () => "",
  settings: (simulator) => ({ url: `${simulator}/inbox/webhook/demo` }),
  demo: { name: "Webhook", mention: null, digest: false },
  column: {
    id: "webhook",
    title: "Webhooks",
    heading: ["{}", "webhooks", "signed JSON"],
    empty: ["No webhooks yet", "Signed events arrive here as JSON, one card each."],
    drawing: { name: "drawWebhook", script: drawing },
    style,
    narrow: true,
  },
};
