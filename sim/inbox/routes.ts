import { Hono } from "hono";
import type { Faults } from "../service/faults.ts";
import type { Inbox } from "./inbox.ts";
import { receiverFault } from "./receiver-faults.ts";
import type { DemoChannel } from "./receiver.ts";
import { receivers } from "../../build/receivers.ts";
import { clientApp } from "./page/client-app.ts";
import { chatStyle, clientChats } from "./page/client-chats.ts";
import { clientDom } from "./page/client-dom.ts";
import { columnOf, columns, inboxHtml } from "./page/html.ts";
import { inboxStyle } from "./page/style.ts";

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

const drawings = columns.map(({ drawing }) => drawing.script).join("");
const feeds = columns.map(
  ({ id, drawing, empty }) => `${JSON.stringify(id)}: { draw: ${drawing.name}, empty: ${JSON.stringify(empty)} }`,
);
const created = `const feeds = { ${feeds.join(", ")} };\nconst columnOf = ${JSON.stringify(columnOf)};\n`;
const script = `"use strict";\n(() => {\n${clientDom}${drawings}${created}${clientChats}${clientApp}})();\n`;
const style = inboxStyle(columns) + chatStyle;
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' http://127.0.0.1:* http://localhost:* https: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Returns the routes of the inbox page, its style sheet and its script; it loads nothing else. */
function createPageRoutes(): Hono {
  const app = new Hono();
  app.get("/inbox", (context) => {
    context.header("content-security-policy", policy);
    context.header("x-content-type-options", "nosniff");
    return context.html(inboxHtml);
  });
  app.get("/inbox/app.js", (context) =>
    context.body(script, 200, { "content-type": "text/javascript; charset=utf-8" }),
  );
  app.get("/inbox/style.css", (context) => context.body(style, 200, { "content-type": "text/css; charset=utf-8" }));
  return app;
}
