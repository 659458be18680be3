import { Hono } from "hono";
import { jsonObject, type JsonObject } from "../../../sim/inbox/json.ts";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival } from "../../../sim/inbox/receive.ts";
import { slackColumn } from "../dialects/slack/sim/column.ts";
import { messageTimes, slackRefusal, slackText } from "../dialects/slack/sim/rules.ts";

const bodyOf = (text: string): JsonObject | undefined =>
  jsonObject(text.startsWith("payload=") ? (new URLSearchParams(text).get("payload") ?? "") : text);

export const receiver: Receiver = {
  path: "slack",
  fault: "inbox.slack",
  routes(inbox, wallNow) {
    const app = new Hono();
    const nextTs = messageTimes(wallNow);
    app.post("/inbox/slack/*", async (context) => {
      const body = bodyOf(await context.req.text());
      const refusal = slackRefusal(body);
      if (!body || refusal) return context.text(refusal ?? "invalid_payload", 400);
      inbox.add(arrival(context, "slack", body, slackText(body), nextTs()));
      return context.text("ok");
    });
    return app;
  },
  words: (status) => (status === 404 ? "no_service" : status === 429 ? "rate_limited" : `error_${status}`),
  settings: (simulator) => ({ url: `${simulator}/inbox/slack/services/T01/B01/demo` }),
  column: slackColumn,
};
