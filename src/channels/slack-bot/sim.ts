import { Hono, type Context } from "hono";
import type { Inbox } from "../../../sim/inbox/inbox.ts";
import { asObject, jsonObject, str, type JsonObject } from "../../../sim/inbox/json.ts";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival } from "../../../sim/inbox/receive.ts";
import { people, SLACK_TEAM } from "../../../sim/chats/people.ts";
import { slackColumn } from "../dialects/slack/sim/column.ts";
import { messageTimes, slackRefusal, slackText } from "../dialects/slack/sim/rules.ts";

/** Slack's bot methods. */
function routes(inbox: Inbox, wallNow: () => number): Hono {
  const app = new Hono();
  const nextTs = messageTimes(wallNow);

  app.post("/inbox/slack-api/*", async (context) => {
    if (!/^Bearer \S+$/.test(context.req.header("authorization") ?? ""))
      return context.json({ ok: false, error: "not_authed" });
    const method = context.req.path.slice(context.req.path.lastIndexOf("/") + 1);
    const text = await context.req.text();
    if (method === "conversations.list") return list(context, new URLSearchParams(text));
    if (method === "users.info") return context.json(userOf(new URLSearchParams(text).get("user")));
    const body = jsonObject(text);
    if (method === "auth.test")
      return context.json({ ok: true, team: "Tallylight", team_id: SLACK_TEAM, user: "tallylight", bot_id: "B0TALLY" });
    if (method === "chat.postMessage") return post(context, body);
    if (method === "chat.update") return update(context, body);
    if (method === "chat.delete") return remove(context, body);
    return context.json({ ok: false, error: "unknown_method" });
  });
  return app;

  function post(context: Context, body: JsonObject | undefined): Response {
    const error = problem(body);
    if (!body || error) return context.json({ ok: false, error });
    const entry = inbox.add(arrival(context, "slack-bot", body, slackText(body), nextTs()));
    return context.json({ ok: true, channel: str(body["channel"]), ts: entry.id, message: body });
  }

  function remove(context: Context, body: JsonObject | undefined): Response {
    const before = inbox.find("slack-bot", str(body?.["ts"]));
    if (!before || before.deleted) return context.json({ ok: false, error: "message_not_found" });
    inbox.add({ ...arrival(context, "slack-bot", body ?? {}, "", before.id), deleted: true });
    return context.json({ ok: true, channel: str(body?.["channel"]), ts: before.id });
  }

  function update(context: Context, body: JsonObject | undefined): Response {
    const error = problem(body);
    if (!body || error) return context.json({ ok: false, error });
    const before = inbox.find("slack-bot", str(body["ts"]));
    if (!before || before.deleted) return context.json({ ok: false, error: "message_not_found" });
    const message = { ...(before.message ?? asObject(before.body)), ...body };
    inbox.add({
      ...arrival(context, "slack-bot", body, slackText(message), before.id),
      editOf: before.id,
      message,
    });
    return context.json({ ok: true, channel: str(body["channel"]), ts: before.id, text: str(message["text"]) });
  }
}

/** `users.info`: who somebody is, and whether they manage the workspace. */
function userOf(id: string | null): JsonObject {
  const one = people.find(({ slack }) => slack === id);
  if (one === undefined) return { ok: false, error: "user_not_found" };
  return { ok: true, user: { id, team_id: SLACK_TEAM, name: one.key, deleted: false, is_admin: one.manages } };
}

function problem(body: JsonObject | undefined): string | undefined {
  if (!body) return "invalid_json";
  return str(body["channel"]) === "" ? "channel_not_found" : slackRefusal(body);
}

/** The channels of the demo's workspace. The bot is a member of some. */
const CHANNELS = ["general", "live-alerts", "rankings", "random", "moderators"].map((name, place) => ({
  id: `C0DEMO${place}`,
  name,
  is_channel: true,
  is_private: name === "moderators",
  is_archived: false,
  is_member: name !== "random",
}));

/** `conversations.list`. Tokens with `xoxb-` are valid; `xoxb-unscoped…` lack the scope to list. */
function list(context: Context, requested: URLSearchParams): Response {
  const token = (context.req.header("authorization") ?? "").replace(/^Bearer /, "");
  if (!token.startsWith("xoxb-")) return context.json({ ok: false, error: "invalid_auth" });
  if (token.startsWith("xoxb-unscoped"))
    return context.json({
      ok: false,
      error: "missing_scope",
      needed: "channels:read,groups:read",
      provided: "chat:write",
    });
  const from = Number(/^at-(\d+)$/.exec(requested.get("cursor") ?? "")?.[1] ?? 0);
  const to = from + Math.min(Number(requested.get("limit") ?? 100), 3);
  const cursor = to < CHANNELS.length ? `at-${to}` : "";
  return context.json({ ok: true, channels: CHANNELS.slice(from, to), response_metadata: { next_cursor: cursor } });
}

const ERRORS: Partial<Record<number, string>> = {
  401: "invalid_auth",
  403: "not_in_channel",
  404: "channel_not_found",
  429: "ratelimited",
};

export const receiver: Receiver = {
  path: "slack-api",
  fault: "inbox.slack",
  routes,
  words: (status) => JSON.stringify({ ok: false, error: ERRORS[status] ?? "internal_error" }),
  refuses: slackRefusal,
  settings: () => ({ token: "xoxb-demo", channel: "C0DEMO" }),
  demo: { name: "Slack #live", mention: null, digest: true },
  column: slackColumn,
};
