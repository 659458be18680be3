import { Hono } from "hono";
import { jsonObject, str } from "../../../sim/inbox/json.ts";
import { lines } from "../../../sim/inbox/plain-text.ts";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival, messageIds } from "../../../sim/inbox/receive.ts";
import { ntfyColumn } from "../dialects/ntfy/sim/column.ts";

const MAX_BYTES = 4096;

const refused = (http: 400 | 401 | 413, code: number, error: string): Response =>
  Response.json({ code, http, error, link: "https://ntfy.sh/docs/publish/" }, { status: http });

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
