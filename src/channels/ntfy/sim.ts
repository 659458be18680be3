import { Hono } from "hono";
import { jsonObject, lines, str } from "../../../sim/inbox/json.ts";
import type { Column, Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival, messageIds } from "../../../sim/inbox/receive.ts";

const MAX_BYTES = 4096;

const refused = (http: 400 | 401 | 413, code: number, error: string): Response =>
  Response.json({ code, http, error, link: "https://ntfy.sh/docs/publish/" }, { status: http });

/** Browser code: draws a notification like the ntfy app. */
const drawing = String.raw`
const ntfyTags = { red_circle: "🔴", black_circle: "⚫", chart_with_upwards_trend: "📈", chart_with_downwards_trend: "📉", mega: "📣", warning: "⚠️" };

function drawNtfy(entry, message) {
  const stamp = el("time", "n-stamp", clock(entry.at));
  stamp.title = longDate(entry.at);
  const tags = (Array.isArray(message.tags) ? message.tags : []).map((tag) => ntfyTags[tag] ?? "").join(" ");
  const title = (tags + " " + (str(message.title) || str(message.message))).trim();
  return el("article", "n-card", stamp,
    el("div", "n-title", message.click ? link(message.click, "", title) : title),
    !message.title ? null : el("div", "n-text", str(message.message)),
    image(message.attach, "n-image", ""));
}
`;

const style = `
.ntfy { background: #eef3f2; color: #222; font-family: Roboto, "Noto Sans", Helvetica, Arial, sans-serif; }
.ntfy h2 { background: #338574; color: #fff; }
.n-card { background: #fff; border-radius: 6px; box-shadow: 0 1px 2px #0003; margin: 8px 12px; padding: 10px 14px; font-size: 14px; line-height: 1.4; }
.n-stamp { color: #777; font-size: 12px; }
.n-title { font-weight: 600; }
.ntfy .n-title a { color: inherit; }
.n-text { white-space: pre-wrap; overflow-wrap: anywhere; }
.n-image { display: block; max-height: 240px; margin-top: 6px; border-radius: 4px; }
`;

/** The column of notifications. */
const ntfyColumn: Column = {
  id: "ntfy",
  title: "ntfy",
  heading: ["🔔", "notifications", "ntfy"],
  empty: ["Nothing here yet", "ntfy channels whose server is this simulator show their notifications here."],
  drawing: { name: "drawNtfy", script: drawing },
  style,
  narrow: true,
};

export const receiver: Receiver = {
  path: "ntfy",
  fault: "inbox.ntfy",
  routes(inbox, wallNow) {
    const app = new Hono();
    const nextId = messageIds(wallNow);
    app.post("/inbox/ntfy/", async (context) => {
      const authorization = context.req.header("authorization") ?? "Bearer tk_none";
      if (!/^Bearer tk_\w+$/.test(authorization)) return refused(401, 40101, "unauthorized");
      const body = jsonObject(await context.req.text());
      if (!body) return refused(400, 40024, "invalid request: request body must be message JSON");
      if (!/^[\w-]{1,64}$/.test(str(body["topic"]))) return refused(400, 40009, "invalid request: topic invalid");
      const { priority = 3 } = body;
      if (![1, 2, 3, 4, 5].includes(Number(priority))) return refused(400, 40007, "invalid priority parameter");
      if (new TextEncoder().encode(str(body["message"])).length > MAX_BYTES)
        return refused(413, 41301, "request entity too large");
      const text = lines([str(body["title"]), str(body["message"])]);
      const entry = inbox.add(arrival(context, "ntfy", body, text, nextId()));
      return context.json({ id: entry.id, time: Math.floor(wallNow() / 1000), event: "message", topic: body["topic"] });
    });
    return app;
  },
  words: (status) => JSON.stringify({ code: status * 100 + 1, http: status, error: "a fault of the simulator" }),
  settings: (simulator) => ({ url: `${simulator}/inbox/ntfy`, topic: "live-alerts" }),
  column: ntfyColumn,
};
