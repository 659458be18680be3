import { bodyObject } from "../body-object.ts";
import type { Question } from "../kind.ts";
import { later, passing } from "../outcomes.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { meaningOf } from "./codes.ts";
import { marks } from "./mark.ts";
import { messageRef } from "./message-ref.ts";
import { called } from "./render.ts";
import type { SlackBotSettings } from "./settings.ts";

/** A message that was lost sight of stands among the latest; more would not fit into what is read of an answer. */
const MOST_LOOKED_AT = 15;

/**
 * Looks for a message among the latest of its channel. That takes a scope to read (`channels:history` or its like) and the
 * channel's id; where the bot has not got them Slack says so, and nobody can tell.
 */
export const recall: Question<SlackBotSettings> = {
  request({ settings: { token, channel }, bases }) {
    const asked = new URLSearchParams({ channel, include_all_metadata: "true", limit: String(MOST_LOOKED_AT) });
    return called("conversations.history", token, bases, asked.toString(), "application/x-www-form-urlencoded");
  },

  found(answer, deliveryId) {
    const { status, headers } = answer;
    if (status === null || status >= 500 || status === 429) return passing(answer);
    const body = bodyObject(answer.body);
    if (body?.["ok"] !== true) {
      const error = body?.["error"];
      if (typeof error !== "string" || meaningOf(error, false) !== "slow") return { ref: null };
      return later("Slack asked to slow down (ratelimited)", "channel", retryAfterSeconds(headers));
    }
    const messages: unknown[] = Array.isArray(body["messages"]) ? body["messages"] : [];
    const ours = messages.find((one) => marks((one as { metadata?: unknown } | null)?.metadata, deliveryId));
    return { ref: ours === undefined ? null : messageRef(body["channel"], (ours as { ts?: unknown }).ts) };
  },
};
