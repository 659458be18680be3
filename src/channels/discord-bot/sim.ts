import { Hono } from "hono";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { discordColumn } from "../dialects/discord/sim/column.ts";
import { discordMessages, discordWords } from "../dialects/discord/sim/routes.ts";

export const receiver: Receiver = {
  path: "discord-api",
  fault: "inbox.discord",
  routes(inbox, wallNow) {
    const app = new Hono();
    const { send, edit, show } = discordMessages("discord-bot", inbox, wallNow);
    app.use("/inbox/discord-api/*", async (context, next) => {
      if (/^Bot \S+$/.test(context.req.header("authorization") ?? "")) return next();
      return context.json({ message: "401: Unauthorized", code: 0 }, 401);
    });
    for (const version of ["", "/:version{v[0-9]+}", "/api/:version{v[0-9]+}"]) {
      const messages = `/inbox/discord-api${version}/channels/:channel/messages`;
      app.get(`${messages}/:id`, show);
      app.patch(`${messages}/:id`, edit);
      app.post(messages, (context) => send(context, true));
    }
    return app;
  },
  words: (status, retryAfter) => discordWords(status, retryAfter, { message: "Unknown Channel", code: 10003 }),
  settings: () => ({ token: "demo.bot.token", channelId: "1000000000000000001" }),
  column: discordColumn,
};
