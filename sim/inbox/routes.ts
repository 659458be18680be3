import { Hono } from "hono";
import { createDiscordRoutes } from "./discord.ts";
import type { Faults } from "../service/faults.ts";
import type { Inbox } from "./inbox.ts";
import { jsonObject } from "./json.ts";
import { createPageRoutes } from "./page/routes.ts";
import { webhookText } from "./plain-text.ts";
import { receiverFault, receiverNames } from "./receiver-faults.ts";
import { arrival } from "./receive.ts";
import { createSlackRoutes } from "./slack.ts";

interface InboxParts {
  inbox: Inbox;
  faults: Faults;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** The receivers of messages, the inbox as JSON, and the inbox page. */
export function createInboxRoutes({ inbox, faults, now, sleep }: InboxParts): Hono {
  const app = new Hono();

  app.get("/inbox.json", (context) => {
    const since = Number(context.req.query("since") ?? 0);
    if (!Number.isInteger(since)) return context.json({ error: "since must be an integer" }, 400);
    context.header("cache-control", "no-store");
    context.header("x-inbox-epoch", String(inbox.epoch));
    return context.json(inbox.since(since));
  });

  app.get("/inbox/attachments/:id/:name", (context) => {
    const file = inbox.attachments.find(context.req.param("id"));
    if (!file) return context.json({ error: "no such file" }, 404);
    context.header("x-content-type-options", "nosniff");
    return context.body(file.bytes, 200, { "content-type": file.type });
  });

  app.route("/", createPageRoutes());
  for (const name of receiverNames) {
    const kind = name.slice("inbox.".length);
    for (const path of [`/inbox/${kind}/*`, `/inbox/${kind}-api/*`]) app.use(path, receiverFault(name, faults, sleep));
  }
  app.route("/", createDiscordRoutes(inbox, now));
  app.route("/", createSlackRoutes(inbox, now));

  app.post("/inbox/webhook/*", async (context) => {
    const body = jsonObject(await context.req.text());
    if (!body) return context.json({ error: "the body must be a JSON object" }, 400);
    inbox.add(arrival(context, "webhook", body, webhookText(body), context.req.header("webhook-id") ?? ""));
    return context.body(null, 204);
  });

  app.all("/inbox/*", (context) => context.json({ error: "no such receiver" }, 404));
  return app;
}
