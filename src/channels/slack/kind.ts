import type { ChannelKind, OutboundRequest, Reporting, Sending } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { judge } from "./judge.ts";
import { slackSettings, type SlackSettings } from "./settings.ts";
import { calm, slackBody, slackPart } from "../dialects/slack/content.ts";
import { slackReport } from "../dialects/slack/report.ts";
import { jsonHeaders } from "../headers.ts";

/** The request for an incoming webhook. */
const render = (sending: Sending<SlackSettings>): OutboundRequest =>
  posted(sending.settings, slackBody(sending.message, sending, calm));

/** The request for a digest. */
const report = ({ settings, report: digest, plain }: Reporting<SlackSettings>): OutboundRequest =>
  posted(settings, slackReport(digest, plain, calm));

const posted = ({ url }: SlackSettings, body: string): OutboundRequest => ({
  method: "POST",
  url,
  headers: { ...jsonHeaders },
  body,
});

/** A Slack incoming webhook: it can post, never edit. */
export const slack: ChannelKind<SlackSettings> = {
  kind: "slack",
  title: "Slack",
  settings: slackSettings,
  destination: ({ url }) => url,
  mask: ({ url }) => ({ url: maskedUrl(url) }),
  edits: false,
  groups: true,
  part: slackPart,
  pictures: "url",
  render,
  report,
  judge,
};
