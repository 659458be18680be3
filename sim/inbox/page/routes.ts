import { Hono } from "hono";
import { clientApp } from "./client-app.ts";
import { clientDom } from "./client-dom.ts";
import { columnOf, columns, inboxHtml } from "./html.ts";
import { inboxStyle } from "./style.ts";

const drawings = columns.map(({ drawing }) => drawing.script).join("");
const feeds = columns.map(
  ({ id, drawing, empty }) => `${JSON.stringify(id)}: { draw: ${drawing.name}, empty: ${JSON.stringify(empty)} }`,
);
const created = `const feeds = { ${feeds.join(", ")} };\nconst columnOf = ${JSON.stringify(columnOf)};\n`;
const script = `"use strict";\n(() => {\n${clientDom}${drawings}${created}${clientApp}})();\n`;
const style = inboxStyle(columns);
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
  app.get("/inbox/style.css", (context) => context.body(style, 200, { "content-type": "text/css; charset=utf-8" }));
  return app;
}
