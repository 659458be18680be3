import { Hono, type Context } from "hono";
import { discordRefusal } from "./discord-rules.ts";
import type { ChannelKind, Inbox, InboxEntry } from "./inbox.ts";
import { asObject, jsonObject, objects, type JsonObject } from "./json.ts";
import { discordText } from "./plain-text.ts";
import { arrival, messageIds } from "./receive.ts";

const unknownMessage = { message: "Unknown Message", code: 10008 };
const kept = ["content", "embeds", "components", "username", "avatar_url", "flags", "allowed_mentions"];

/** Discord's webhooks under `/inbox/discord` and its bot messages under `/inbox/discord-api`. */
export function createDiscordRoutes(inbox: Inbox, wallNow: () => number): Hono {
  const app = new Hono();
  const nextId = messageIds(wallNow);
  app.use("/inbox/discord-api/*", async (context, next) => {
    if (/^Bot \S+$/.test(context.req.header("authorization") ?? "")) return next();
    return context.json({ message: "401: Unauthorized", code: 0 }, 401);
  });

  for (const version of ["", "/:version{v[0-9]+}"]) {
    const webhook = `/inbox/discord/api${version}/webhooks/:webhook/:token`;
    app.get(`${webhook}/messages/:id`, (context) => show(context, "discord"));
    app.patch(`${webhook}/messages/:id`, (context) => edit(context, "discord"));
    app.get(webhook, (context) => context.json({ id: context.req.param("webhook"), type: 1, name: "Tallylight" }));
    app.post(webhook, (context) => send(context, "discord"));
  }
  for (const version of ["", "/:version{v[0-9]+}", "/api/:version{v[0-9]+}"]) {
    const messages = `/inbox/discord-api${version}/channels/:channel/messages`;
    app.get(`${messages}/:id`, (context) => show(context, "discord-bot"));
    app.patch(`${messages}/:id`, (context) => edit(context, "discord-bot"));
    app.post(messages, (context) => send(context, "discord-bot"));
  }
  return app;

  async function send(context: Context, kind: ChannelKind): Promise<Response> {
    const body = jsonObject(await context.req.text());
    if (!body) return context.json({ message: "The request body contains invalid JSON.", code: 50109 }, 400);
    const refusal = discordRefusal(body);
    if (refusal) return context.json(refusal, 400);
    const entry = inbox.add(arrival(context, kind, body, discordText(body), nextId()));
    const silent = kind === "discord" && context.req.query("wait") !== "true";
    return silent ? context.body(null, 204) : context.json(messageOf(context, entry));
  }

  async function edit(context: Context, kind: ChannelKind): Promise<Response> {
    const before = inbox.find(kind, context.req.param("id") ?? "");
    if (!before) return context.json(unknownMessage, 404);
    const change = jsonObject(await context.req.text());
    if (!change) return context.json({ message: "The request body contains invalid JSON.", code: 50109 }, 400);
    const message: JsonObject = { ...(before.message ?? asObject(before.body)), ...change };
    const refusal = discordRefusal(message);
    if (refusal) return context.json(refusal, 400);
    const entry = inbox.add({
      ...arrival(context, kind, change, discordText(message), before.id),
      editOf: before.id,
      message,
    });
    return context.json(messageOf(context, entry));
  }

  function show(context: Context, kind: ChannelKind): Response {
    const entry = inbox.find(kind, context.req.param("id") ?? "");
    return entry ? context.json(messageOf(context, entry)) : context.json(unknownMessage, 404);
  }
}

function messageOf(context: Context, entry: InboxEntry): JsonObject {
  const body = entry.message ?? asObject(entry.body) ?? {};
  const channel = context.req.query("thread_id") ?? context.req.param("channel") ?? "1000000000000000001";
  const shown = Object.fromEntries(kept.filter((key) => key in body).map((key) => [key, body[key]]));
  return {
    content: "",
    components: [],
    ...shown,
    id: entry.id,
    type: 0,
    channel_id: channel,
    webhook_id: context.req.param("webhook") ?? null,
    embeds: objects(body["embeds"]),
    timestamp: entry.at,
    edited_timestamp: entry.editOf === undefined ? null : entry.at,
  };
}
