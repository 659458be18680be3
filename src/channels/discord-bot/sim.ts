import { Hono } from "hono";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { DISCORD_SERVER as SERVER } from "../../../sim/chats/people.ts";
import { discordColumn } from "../dialects/discord/sim/column.ts";
import { discordRefusal } from "../dialects/discord/sim/rules.ts";
import { discordMessages, discordWords } from "../dialects/discord/sim/routes.ts";

const VIEW = 1 << 10;
const SEND = 1 << 11;

/** The channels of the demo's server: all types, and one that is closed to the bot. */
const CHANNELS = (
  [
    ["Text channels", 4],
    ["live-alerts", 0],
    ["announcements", 5],
    ["Voice", 2],
    ["staff", 0],
  ] as const
).map(([name, type], place) => ({
  id: String(1_000_000_000_000_000_001n + BigInt(place)),
  type,
  guild_id: SERVER,
  name,
  position: place,
  permission_overwrites: name === "staff" ? [{ id: SERVER, type: 0, allow: "0", deny: String(VIEW) }] : [],
}));

export const receiver: Receiver = {
  path: "discord-api",
  fault: "inbox.discord",
  routes(inbox, wallNow) {
    const app = new Hono();
    const { send, edit, show, remove, begin } = discordMessages("discord-bot", inbox, wallNow);
    app.use("/inbox/discord-api/*", async (context, next) => {
      if (/^Bot \S+$/.test(context.req.header("authorization") ?? "")) return next();
      return context.json({ message: "401: Unauthorized", code: 0 }, 401);
    });
    for (const version of ["", "/:version{v[0-9]+}", "/api/:version{v[0-9]+}"]) {
      const api = `/inbox/discord-api${version}`;
      app.get(`${api}/users/@me/guilds`, (context) =>
        context.json([
          {
            id: SERVER,
            name: "Tallylight demo",
            icon: null,
            owner: false,
            permissions: String(VIEW | SEND),
            features: [],
          },
        ]),
      );
      app.get(`${api}/guilds/:guild/channels`, (context) =>
        context.req.param("guild") === SERVER
          ? context.json(CHANNELS)
          : context.json({ message: "Unknown Guild", code: 10004 }, 404),
      );
    }
    for (const version of ["", "/:version{v[0-9]+}", "/api/:version{v[0-9]+}"]) {
      const messages = `/inbox/discord-api${version}/channels/:channel/messages`;
      app.get(`${messages}/:id`, show);
      app.patch(`${messages}/:id`, edit);
      app.delete(`${messages}/:id`, remove);
      app.post(`${messages}/:id/crosspost`, show);
      app.post(messages.replace(/messages$/, "threads"), begin);
      app.post(messages, (context) => send(context, true));
    }
    return app;
  },
  words: (status, retryAfter) => discordWords(status, retryAfter, { message: "Unknown Channel", code: 10003 }),
  refuses: (message) => discordRefusal(message),
  settings: () => ({ token: "demo.bot.token", channelId: "1000000000000000001" }),
  demo: { name: "Discord #live", mention: "@here", digest: true },
  column: discordColumn,
};
