import { Hono } from "hono";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { discordColumn } from "../dialects/discord/sim/column.ts";
import { discordMessages, discordWords } from "../dialects/discord/sim/routes.ts";

export const receiver: Receiver = {
  path: "discord",
  fault: "inbox.discord",
  routes(inbox, wallNow) {
    const app = new Hono();
    const { send, edit, show, remove } = discordMessages("discord", inbox, wallNow);
    for (const version of ["", "/:version{v[0-9]+}"]) {
      const webhook = `/inbox/discord/api${version}/webhooks/:webhook/:token`;
      app.get(`${webhook}/messages/:id`, show);
      app.patch(`${webhook}/messages/:id`, edit);
      app.delete(`${webhook}/messages/:id`, remove);
      app.get(webhook, (context) => context.json({ id: context.req.param("webhook"), type: 1, name: "Tallylight" }));
      app.post(webhook, (context) => send(context, context.req.query("wait") === "true"));
    }
    return app;
  },
  words: (status, retryAfter) => discordWords(status, retryAfter, { message: "Unknown Webhook", code: 10015 }),
  settings: (simulator) => ({ url: `${simulator}/inbox/discord/api/webhooks/1001/demo` }),
  column: discordColumn,
};
