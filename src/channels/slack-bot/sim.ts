import { Hono, type Context } from "hono";
import type { Inbox } from "./inbox.ts";
import { asObject, jsonObject, str, type JsonObject } from "./json.ts";
import { slackText } from "./plain-text.ts";
import { arrival } from "./receive.ts";
import { slackRefusal } from "./slack-rules.ts";

/** Slack's incoming webhooks under `/inbox/slack` and its bot methods under `/inbox/slack-api`. */
export function createSlackRoutes(inbox: Inbox, wallNow: () => number): Hono {
  const app = new Hono();
  let sent = 0;
  const nextTs = (): string => {
    const micros = String(sent++ % 1_000_000).padStart(6, "0");
    return `${Math.floor(wallNow() / 1000)}.${micros}`;
  };

  app.post("/inbox/slack/*", async (context) => {
    const body = bodyOf(await context.req.text());
    const refusal = slackRefusal(body);
    if (!body || refusal) return context.text(refusal ?? "invalid_payload", 400);
    inbox.add(arrival(context, "slack", body, slackText(body), nextTs()));
    return context.text("ok");
  });

  app.post("/inbox/slack-api/*", async (context) => {
    if (!/^Bearer \S+$/.test(context.req.header("authorization") ?? ""))
      return context.json({ ok: false, error: "not_authed" });
    const method = context.req.path.slice(context.req.path.lastIndexOf("/") + 1);
    const body = jsonObject(await context.req.text());
    if (method === "auth.test")
      return context.json({ ok: true, team: "Tallylight", user: "tallylight", bot_id: "B0TALLY" });
    if (method === "chat.postMessage") return post(context, body);
    if (method === "chat.update") return update(context, body);
    return context.json({ ok: false, error: "unknown_method" });
  });
  return app;

  function post(context: Context, body: JsonObject | undefined): Response {
    const error = problem(body);
    if (!body || error) return context.json({ ok: false, error });
    const entry = inbox.add(arrival(context, "slack-bot", body, slackText(body), nextTs()));
    return context.json({ ok: true, channel: str(body["channel"]), ts: entry.id, message: body });
  }

  function update(context: Context, body: JsonObject | undefined): Response {
    const error = problem(body);
    if (!body || error) return context.json({ ok: false, error });
    const before = inbox.find("slack-bot", str(body["ts"]));
    if (!before) return context.json({ ok: false, error: "message_not_found" });
    const message = { ...(before.message ?? asObject(before.body)), ...body };
    inbox.add({
      ...arrival(context, "slack-bot", body, slackText(message), before.id),
      editOf: before.id,
      message,
    });
    return context.json({ ok: true, channel: str(body["channel"]), ts: before.id, text: str(message["text"]) });
  }
}

function problem(body: JsonObject | undefined): string | undefined {
  if (!body) return "invalid_json";
  return str(body["channel"]) === "" ? "channel_not_found" : slackRefusal(body);
}

function bodyOf(text: string): JsonObject | undefined {
  return jsonObject(text.startsWith("payload=") ? (new URLSearchParams(text).get("payload") ?? "") : text);
}
