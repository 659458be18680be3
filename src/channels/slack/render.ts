import { calm, slackBody } from "../dialects/slack/content.ts";
import { jsonHeaders } from "../headers.ts";
import type { OutboundRequest, Sending } from "../kind.ts";
import type { SlackSettings } from "./settings.ts";

/** The request for an incoming webhook. */
export const render = ({ settings, message, plain }: Sending<SlackSettings>): OutboundRequest => ({
  method: "POST",
  url: settings.url,
  headers: { ...jsonHeaders },
  body: slackBody(message, plain, calm),
});
