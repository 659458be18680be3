import { calm, slackBody } from "../dialects/slack/content.ts";
import { jsonHeaders } from "../headers.ts";
import type { OutboundRequest, Sending } from "../kind.ts";
import { addressed } from "./message-ref.ts";
import type { SlackBotSettings } from "./settings.ts";

/** The request for `chat.postMessage`, or `chat.update` for an edit, which names nobody and clears what it does not bring. */
export function render({ settings, message, edit, plain, bases }: Sending<SlackBotSettings>): OutboundRequest {
  const { token, channel } = settings;
  const body =
    edit === null
      ? slackBody(message, plain, { channel, ...calm })
      : slackBody({ ...message, mentions: [] }, plain, { ...addressed(edit, channel), blocks: [], attachments: [] });
  return {
    method: "POST",
    url: `${bases.slack.replace(/\/+$/, "")}/${edit === null ? "chat.postMessage" : "chat.update"}`,
    // Without the charset Slack answers with a warning.
    headers: { ...jsonHeaders, "content-type": "application/json; charset=utf-8", authorization: `Bearer ${token}` },
    body,
  };
}
