import { calm, slackBody } from "../dialects/slack/content.ts";
import { slackReport } from "../dialects/slack/report.ts";
import { jsonHeaders } from "../headers.ts";
import type { OutboundRequest, Reporting, Sending } from "../kind.ts";
import type { SlackSettings } from "./settings.ts";

/** The request for an incoming webhook. */
export const render = ({ settings, message, plain }: Sending<SlackSettings>): OutboundRequest =>
  posted(settings, slackBody(message, plain, calm));

/** The request for a digest. */
export const report = ({ settings, report: digest, plain }: Reporting<SlackSettings>): OutboundRequest =>
  posted(settings, slackReport(digest, plain, calm));

const posted = ({ url }: SlackSettings, body: string): OutboundRequest => ({
  method: "POST",
  url,
  headers: { ...jsonHeaders },
  body,
});
