import { calm, slackBody } from "../dialects/slack/content.ts";
import { slackReport } from "../dialects/slack/report.ts";
import { jsonHeaders } from "../headers.ts";
import type { ApiBases, OutboundRequest, Reporting, Sending } from "../kind.ts";
import { addressed } from "./message-ref.ts";
import { marked } from "./mark.ts";
import type { SlackBotSettings } from "./settings.ts";

/**
 * The request for `chat.postMessage`, or `chat.update` for an edit. An edit mentions nobody and clears the parts that
 * it does not contain.
 */
export function render(sending: Sending<SlackBotSettings>): OutboundRequest {
  const { settings, deliveryId, message, edit, bases } = sending;
  const { token, channel } = settings;
  if (edit === null) {
    const base = { channel, ...calm, ...marked(deliveryId) };
    return apiCall("chat.postMessage", token, bases, slackBody(message, sending, base));
  }
  const base = { ...addressed(edit, channel), blocks: [], attachments: [] };
  return apiCall("chat.update", token, bases, slackBody({ ...message, mentions: [] }, sending, base));
}

/** The request for a digest. */
export function report({
  settings,
  deliveryId,
  report: digest,
  plain,
  bases,
}: Reporting<SlackBotSettings>): OutboundRequest {
  const body = slackReport(digest, plain, { channel: settings.channel, ...calm, ...marked(deliveryId) });
  return apiCall("chat.postMessage", settings.token, bases, body);
}

export const apiCall = (
  method: string,
  token: string,
  bases: ApiBases,
  body: string,
  type = "application/json",
): OutboundRequest => ({
  method: "POST",
  url: `${bases["slack-bot"]!.replace(/\/+$/, "")}/${method}`,
  // Without the charset, Slack answers with a warning.
  headers: { ...jsonHeaders, "content-type": `${type}; charset=utf-8`, authorization: `Bearer ${token}` },
  body,
});
