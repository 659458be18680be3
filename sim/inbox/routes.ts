import { Hono } from "hono";
import { createDiscordRoutes } from "./discord.ts";
import type { Inbox } from "./inbox.ts";
import { jsonObject } from "./json.ts";
import { createPageRoutes } from "./page/routes.ts";
import { webhookText } from "./plain-text.ts";
import { arrival } from "./receive.ts";
import { createSlackRoutes } from "./slack.ts";

/** The receivers of messages, the inbox as JSON, and the inbox page. */
export function createInboxRoutes(inbox: Inbox, wallNow: () => number): Hono {
  const app = new Hono();

  app.get("/inbox.json", (context) => {
    const since = Number(context.req.query("since") ?? 0);
    if (!Number.isInteger(since)) return context.json({ error: "since must be an integer" }, 400);
    context.header("cache-control", "no-store");
    context.header("x-inbox-epoch", String(inbox.epoch));
    return context.json(inbox.since(since));
  });

  app.route("/", createPageRoutes());
  app.route("/", createDiscordRoutes(inbox, wallNow));
  app.route("/", createSlackRoutes(inbox, wallNow));

  app.post("/inbox/webhook/*", async (context) => {
    const body = jsonObject(await context.req.text());
    if (!body) return context.json({ error: "the body must be a JSON object" }, 400);
    inbox.add(arrival(context, "webhook", body, webhookText(body), context.req.header("webhook-id") ?? ""));
    return context.body(null, 204);
  });

  app.all("/inbox/*", (context) => context.json({ error: "no such receiver" }, 404));
  return app;
}
