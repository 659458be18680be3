import { Hono } from "hono";
import type { Faults } from "../service/faults.ts";
import type { Inbox } from "./inbox.ts";
import { createPageRoutes } from "./page/routes.ts";
import { receiverFault } from "./receiver-faults.ts";
import type { DemoChannel } from "./receiver.ts";
import { receivers } from "../../build/receivers.ts";

interface InboxParts {
  inbox: Inbox;
  faults: Faults;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** Returns the receivers of messages, the inbox as JSON, and the inbox page. */
export function createInboxRoutes({ inbox, faults, now, sleep }: InboxParts): Hono {
  const app = new Hono();

  app.get("/inbox.json", (context) => {
    const since = Number(context.req.query("since") ?? 0);
    if (!Number.isInteger(since)) return context.json({ error: "since must be an integer" }, 400);
    context.header("cache-control", "no-store");
    context.header("x-inbox-epoch", String(inbox.epoch));
    return context.json(inbox.since(since));
  });

  app.get("/inbox/demo.json", (context) => {
    const { origin } = new URL(context.req.url);
    const channels = Object.entries(receivers).flatMap(([kind, { demo, settings }]): DemoChannel[] =>
      demo === undefined ? [] : [{ kind, settings: settings(origin), ...demo }],
    );
    return context.json(channels.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  });

  app.get("/inbox/attachments/:id/:name", (context) => {
    const file = inbox.attachments.find(context.req.param("id"));
    if (!file) return context.json({ error: "no such file" }, 404);
    context.header("x-content-type-options", "nosniff");
    return context.body(file.bytes, 200, { "content-type": file.type });
  });

  app.route("/", createPageRoutes());
  for (const receiver of Object.values(receivers))
    app.use(`/inbox/${receiver.path}/*`, receiverFault(receiver, faults, sleep));
  for (const { routes } of Object.values(receivers)) app.route("/", routes(inbox, now));

  app.all("/inbox/*", (context) => context.json({ error: "no such receiver" }, 404));
  return app;
}
