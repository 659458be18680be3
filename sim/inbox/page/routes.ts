import { Hono } from "hono";
import { clientApp } from "./client-app.ts";
import { clientDiscord } from "./client-discord.ts";
import { clientDom } from "./client-dom.ts";
import { clientSlack } from "./client-slack.ts";
import { inboxHtml } from "./html.ts";
import { inboxStyle } from "./style.ts";

const script = `"use strict";\n(() => {\n${clientDom}${clientDiscord}${clientSlack}${clientApp}})();\n`;
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

/** The inbox page, its style and its script: everything it needs, nothing from elsewhere. */
export function createPageRoutes(): Hono {
  const app = new Hono();
  app.get("/inbox", (context) => {
    context.header("content-security-policy", policy);
    context.header("x-content-type-options", "nosniff");
    return context.html(inboxHtml);
  });
  app.get("/inbox/app.js", (context) =>
    context.body(script, 200, { "content-type": "text/javascript; charset=utf-8" }),
  );
  app.get("/inbox/style.css", (context) =>
    context.body(inboxStyle, 200, { "content-type": "text/css; charset=utf-8" }),
  );
  return app;
}
