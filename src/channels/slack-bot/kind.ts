import { slackPreview } from "../dialects/slack/preview.ts";
import type { ChannelKind, Question } from "../kind.ts";
import { slackPart } from "../dialects/slack/content.ts";
import { slackChannels } from "./channels.ts";
import { judge } from "./judge.ts";
import { removal } from "./removal.ts";
import { render, report, apiCall } from "./render.ts";
import { slackBotSettings, type SlackBotSettings } from "./settings.ts";
import { bodyObject } from "../body-object.ts";
import { later, passing } from "../outcomes.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { meaningOf } from "./codes.ts";
import { marks } from "./mark.ts";
import { messageRef } from "./message-ref.ts";

/** Limit on the messages that are searched. A lost one is among the latest, and more would exceed the read limit. */
const MAX_LOOKED_AT = 15;

/**
 * Looks for a message among the latest of its channel. That needs a read scope, such as `channels:history`, and the
 * channel's id. Without them Slack refuses, and it stays unknown whether the message arrived.
 */
const recall: Question<SlackBotSettings> = {
  request({ settings: { token, channel }, bases }) {
    const requested = new URLSearchParams({ channel, include_all_metadata: "true", limit: String(MAX_LOOKED_AT) });
    return apiCall("conversations.history", token, bases, requested.toString(), "application/x-www-form-urlencoded");
  },

  found(answer, deliveryId) {
    const { status, headers } = answer;
    if (status === null || status >= 500 || status === 429) return passing(answer);
    const body = bodyObject(answer.body);
    if (body?.["ok"] !== true) {
      const error = body?.["error"];
      if (typeof error !== "string" || meaningOf(error, false) !== "slow") return { ref: null };
      return later("Slack asked to slow down (ratelimited)", "route", retryAfterSeconds(headers));
    }
    const messages: unknown[] = Array.isArray(body["messages"]) ? body["messages"] : [];
    const ours = messages.find((one) => marks((one as { metadata?: unknown } | null)?.metadata, deliveryId));
    return { ref: ours === undefined ? null : messageRef(body["channel"], (ours as { ts?: unknown }).ts) };
  },
};

/** A Slack bot. Unlike an incoming webhook, it can edit its messages. */
export const slackBot: ChannelKind<SlackBotSettings> = {
  kind: "slack-bot",
  title: "Slack bot",
  where: "api.slack.com/apps > your app > OAuth & Permissions > Bot User OAuth Token",
  labels: { token: "Bot token", channel: "Channel" },
  listing: { chooses: "channel", by: "token", list: slackChannels },
  example: {
    settings: { token: "xoxb-1111-2222-ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", channel: "C012AB" },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "1111", "2222"],
    took: { status: 200, body: '{"ok":true,"channel":"C012AB","ts":"1.2"}' },
    ref: "C012AB:1767614400.000100",
  },
  base: {
    variable: "SLACK_API_BASE_URL",
    address: "https://slack.com/api",
    description: "Base URL of the Slack API for bots.",
    demo: "{simulator}/inbox/slack-api",
  },
  secret: /xox[a-z]-[\w-]+/,
  preview: slackPreview,
  settings: slackBotSettings,
  // Channels of different workspaces can have the same id.
  destination: ({ token, channel }) => JSON.stringify([token, channel]),
  mask: ({ token, channel }) => ({ token: `${/^xox[a-z]-/.exec(token)?.[0] ?? ""}…`, channel }),
  edits: true,
  removal,
  groups: true,
  part: slackPart,
  pictures: "url",
  render,
  report,
  judge,
  recall,
};
