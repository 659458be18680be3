import { bytesToHex } from "@noble/hashes/utils.js";
import { Hono } from "hono";
import type { InboxEntry } from "../inbox/inbox.ts";
import { jsonObject, type JsonObject, objects, str, asObject } from "../inbox/json.ts";
import { type ChatParts, type ChatService, delivered, refusalOf, replaced, shown } from "./service.ts";
import { type Person, SLACK_TEAM } from "./people.ts";

const KIND = "slack-bot";
const TEAM = { id: SLACK_TEAM, domain: "tallylight-demo" };
const CHANNEL = { id: "C0DEMO", name: "live-alerts" };

/** Sends a form, signed as Slack does: HMAC-SHA256 over version, timestamp and body. */
async function sent(path: string, form: Record<string, string>, parts: ChatParts): Promise<string | null> {
  const { settings, now } = parts;
  const [timestamp, body] = [String(Math.floor(now() / 1000)), new URLSearchParams(form).toString()];
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(settings.slackSecret), hmac, false, ["sign"]);
  const bytes = await crypto.subtle.sign("HMAC", key, encoder.encode(`v0:${timestamp}:${body}`));
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${bytesToHex(new Uint8Array(bytes))}`,
  };
  return delivered(parts, `/chat/slack/${path}`, headers, body);
}

interface Hook {
  said: { by: string; asked: string };
  /** The message whose button was pressed. */
  below: InboxEntry | null;
  until: number;
  left: number;
}

/** The addresses for late answers, by their last part: five messages in thirty minutes. */
const hooks = new Map<string, Hook>();
const HOOK_MS = 30 * 60_000;
const HOOK_USES = 5;

function hookFor(said: Hook["said"], below: InboxEntry | null, { origin, now }: ChatParts): string {
  const token = crypto.randomUUID();
  hooks.set(token, { said, below, until: now() + HOOK_MS, left: HOOK_USES });
  return `${origin}/inbox/slack-hooks/${token}`;
}

/** Shows an answer, for all or for the asker alone. */
function put(parts: Pick<ChatParts, "inbox" | "now">, { said, below }: Hook, body: JsonObject): string | null {
  const refusal = refusalOf(KIND, body);
  if (refusal !== undefined) return JSON.stringify(refusal);
  if (body["replace_original"] === true && below !== null) replaced(parts.inbox, below, body);
  else shown(parts, KIND, { ...said, alone: body["response_type"] !== "in_channel" }, body);
  return null;
}

const personOf = (who: Person) => ({ id: who.slack, username: who.key, name: who.name, team_id: SLACK_TEAM });

/** Slack: a slash command and pressed buttons, which are signed, and an address for late answers. */
export const slackChat: ChatService = {
  async command(who, text, parts) {
    const said = { by: who.name, asked: text };
    if (!/^\/tally\b/i.test(text)) {
      shown(parts, KIND, { ...said, alone: true, failed: `Slack knows no command ${text.split(" ")[0]!}. Try /tally` });
      return;
    }
    const form = {
      team_id: TEAM.id,
      team_domain: TEAM.domain,
      channel_id: CHANNEL.id,
      channel_name: CHANNEL.name,
      user_id: who.slack,
      user_name: who.name,
      command: "/tally",
      text: text.replace(/^\/tally\s*/i, ""),
      response_url: hookFor(said, null, parts),
      trigger_id: crypto.randomUUID(),
    };
    const answer = await sent("commands", form, parts);
    const failed = answer === null ? "/tally failed with the error “operation_timeout”" : null;
    const body = jsonObject(answer ?? "");
    const refusal = body === undefined ? null : put(parts, { said, below: null, until: 0, left: 1 }, body);
    if (failed !== null || refusal !== null)
      shown(parts, KIND, { ...said, alone: true, failed: failed ?? `Slack refuses: ${refusal}` });
  },

  async press(who, { entry, message, button }, parts) {
    const blocks = [message, ...objects(message["attachments"])].flatMap((one) => objects(one["blocks"]));
    const found = blocks.flatMap(({ elements }) => objects(elements)).find((one) => one["value"] === button);
    if (found === undefined) return;
    const said = { by: who.name, asked: str(asObject(found["text"])?.["text"]) };
    const payload = {
      type: "block_actions",
      team: TEAM,
      user: personOf(who),
      container: { type: "message", message_ts: entry.id, is_ephemeral: entry.said?.alone === true },
      channel: CHANNEL,
      actions: [{ ...found, action_ts: String(parts.now() / 1000) }],
      response_url: hookFor(said, entry, parts),
      trigger_id: crypto.randomUUID(),
    };
    const answer = await sent("interactions", { payload: JSON.stringify(payload) }, parts);
    if (answer === null) shown(parts, KIND, { ...said, alone: true, failed: "Slack shows a warning sign" });
  },

  routes(parts) {
    const app = new Hono();
    app.post("/inbox/slack-hooks/:token", async (context) => {
      const hook = hooks.get(context.req.param("token"));
      if (hook === undefined || hook.until < parts.now() || hook.left <= 0) return context.text("used_url", 404);
      hook.left--;
      const refusal = put(parts, hook, jsonObject(await context.req.text()) ?? {});
      return refusal === null ? context.text("ok") : context.text(refusal, 400);
    });
    return app;
  },
};
