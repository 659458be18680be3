import { slackPreview } from "../dialects/slack/preview.ts";
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

/** A Slack incoming webhook. It can post, but not edit. */
export const slack: ChannelKind<SlackSettings> = {
  kind: "slack",
  title: "Slack",
  where: "api.slack.com/apps > your app > Incoming Webhooks > Webhook URL",
  labels: { url: "Webhook URL" },
  example: {
    settings: { url: "https://hooks.slack.com/services/T0001/B0002/ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l" },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "B0002"],
    took: { status: 200, body: "ok" },
  },
  recognizes: ({ hostname, pathname }, local) =>
    local ? /\/(slack|services)\//.test(pathname) : /(^|\.)slack(-gov)?\.com$/.test(hostname),
  secret: /(?<=hooks\.slack(?:-gov)?\.com\\?\/)[\w/\\-]+/,
  preview: slackPreview,
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
