import { Hono, type Context } from "hono";
import type { Attachment } from "./attachments.ts";
import { broughtBy, describedAs, type Brought } from "./discord-form.ts";
import { discordRefusal } from "./discord-rules.ts";
import type { ChannelKind, Inbox, InboxEntry } from "./inbox.ts";
import { asObject, objects, type JsonObject } from "./json.ts";
import { discordText } from "./plain-text.ts";
import { arrival, messageIds } from "./receive.ts";

const unknownMessage = { message: "Unknown Message", code: 10008 };
const invalidJson = { message: "The request body contains invalid JSON.", code: 50109 };
const tooLarge = { message: "Request entity too large", code: 40005 };
const mostBytes = 10 * 1024 * 1024;
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
    const brought = await broughtBy(context);
    if (!brought) return context.json(invalidJson, 400);
    const { message, uploads } = brought;
    if (sizeOf(brought) > mostBytes) return context.json(tooLarge, 413);
    const refusal = discordRefusal(message, uploads);
    if (refusal) return context.json(refusal, 400);
    const attachments = stored(brought);
    const entry = inbox.add({
      ...arrival(context, kind, message, discordText(message), nextId()),
      ...(attachments.length === 0 ? {} : { attachments }),
    });
    const silent = kind === "discord" && context.req.query("wait") !== "true";
    return silent ? context.body(null, 204) : context.json(messageOf(context, entry));
  }

  async function edit(context: Context, kind: ChannelKind): Promise<Response> {
    const before = inbox.find(kind, context.req.param("id") ?? "");
    if (!before) return context.json(unknownMessage, 404);
    const brought = await broughtBy(context);
    if (!brought) return context.json(invalidJson, 400);
    const { message: change, uploads } = brought;
    if (sizeOf(brought) > mostBytes) return context.json(tooLarge, 413);
    const staying = stayingOf(before, change);
    const message: JsonObject = { ...(before.message ?? asObject(before.body)), ...change };
    const refusal = discordRefusal({ ...message, attachments: change["attachments"] }, uploads, staying);
    if (refusal) return context.json(refusal, 400);
    const attachments = [...staying, ...stored(brought)];
    const entry = inbox.add({
      ...arrival(context, kind, change, discordText(message), before.id),
      editOf: before.id,
      message,
      ...(attachments.length === 0 ? {} : { attachments }),
    });
    return context.json(messageOf(context, entry));
  }

  function stored({ message, uploads }: Brought): Attachment[] {
    return uploads.map((upload) => inbox.attachments.add(nextId(), upload, describedAs(message, upload)));
  }

  function show(context: Context, kind: ChannelKind): Response {
    const entry = inbox.find(kind, context.req.param("id") ?? "");
    return entry ? context.json(messageOf(context, entry)) : context.json(unknownMessage, 404);
  }
}

const sizeOf = ({ uploads }: Brought): number => uploads.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** An edit keeps the files that it names, or all where it names none. */
function stayingOf({ attachments = [] }: InboxEntry, change: JsonObject): Attachment[] {
  if (!Array.isArray(change["attachments"])) return attachments;
  const named = objects(change["attachments"]).map((attachment) => String(attachment["id"]));
  return attachments.filter(({ id }) => named.includes(id));
}

function messageOf(context: Context, entry: InboxEntry): JsonObject {
  const body = entry.message ?? asObject(entry.body) ?? {};
  const channel = context.req.query("thread_id") ?? context.req.param("channel") ?? "1000000000000000001";
  const shown = Object.fromEntries(kept.filter((key) => key in body).map((key) => [key, body[key]]));
  const attachments = (entry.attachments ?? []).map(({ path, ...told }) => ({
    ...told,
    url: new URL(path, context.req.url).href,
  }));
  return {
    content: "",
    components: [],
    ...shown,
    id: entry.id,
    type: 0,
    channel_id: channel,
    webhook_id: context.req.param("webhook") ?? null,
    embeds: objects(body["embeds"]),
    attachments,
    timestamp: entry.at,
    edited_timestamp: entry.editOf === undefined ? null : entry.at,
  };
}
