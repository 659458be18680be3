import * as z from "zod";
import type { Addresses } from "../../core/public-url.ts";
import { slackPreview } from "../dialects/slack/preview.ts";
import type { ChannelKind, OutboundAnswer, OutboundRequest, Outcome, Reporting, Sending } from "../kind.ts";
import { maskedUrl, urlSetting } from "../url-setting.ts";
import { calm, PAUSE_SECONDS, slackBody, slackPart } from "../dialects/slack/content.ts";
import { slackReport } from "../dialects/slack/report.ts";
import { jsonHeaders } from "../outbound.ts";
import { later, passing, refusedForm, unclearRefusal, unknownRefusal, untilFixed } from "../outcome.ts";

interface SlackSettings {
  url: string;
}

function refusal(url: URL): string | null {
  if (!/^hooks\.slack(-gov)?\.com$/.test(url.hostname)) return "must be on hooks.slack.com or hooks.slack-gov.com";
  if (url.search !== "" || !/^\/(services|workflows|triggers)(\/[\w-]+)+\/?$/.test(url.pathname))
    return "must be an incoming webhook: /services/…";
  return null;
}

const HINT = "copy it at https://api.slack.com/apps: your app > Incoming Webhooks > Webhook URL";

export const slackSettings = (addresses: Addresses): z.ZodType<SlackSettings> =>
  z
    .strictObject({
      url: urlSetting(addresses, { refusal, hint: HINT }).describe("The incoming webhook's address. Write-only."),
    })
    .transform(({ url }) => ({ url: url.replace(/\/$/, "") }));

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

const GONE = [
  "no_service",
  "no_service_id",
  "no_active_hooks",
  "no_team",
  "team_disabled",
  "channel_not_found",
  "channel_is_archived",
  "invalid_token",
];
const WAITS = ["action_prohibited", "posting_to_general_channel_denied"];
const FORM = ["invalid_payload", "invalid_blocks", "invalid_attachments", "too_many_attachments", "no_text"];

/** Judges Slack's answer. Success is 200 with "ok"; failures have a code in the body. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const code = codeOf(answer.body);
  if (status === 200 && code === "ok") return { kind: "sent", ref: null, pauseSeconds: PAUSE_SECONDS };
  if (GONE.includes(code)) return { kind: "gone", reason: `Slack says that the webhook no longer exists (${code})` };
  if (WAITS.includes(code)) return untilFixed("allow", `Slack doesn't allow the webhook to post (${code})`);
  if (FORM.includes(code)) return refusedForm(plain, `Slack rejected the message format (${code})`);
  if (status === 413) return refusedForm(plain, "Slack rejected the message format (413)");
  if (status === 410) return { kind: "gone", reason: "Slack says that the webhook no longer exists (410)" };
  if (status < 300) return later("Slack did not say ok");
  return code === "" ? unclearRefusal(answer, plain) : unknownRefusal(answer);
}

/** The code in an answer. Workflow triggers answer in JSON, incoming webhooks in plain text. */
function codeOf(body: string): string {
  const text = body.trim().toLowerCase().replaceAll(" ", "_");
  if (/^\{"ok":_?true\b/.test(text)) return "ok";
  return /^[a-z_]{1,60}$/.exec(text)?.[0] ?? /"error":_?"([a-z_]{1,60})"/.exec(text)?.[1] ?? "";
}

/** A Slack incoming webhook. It can post, but not edit. */
export const slack: ChannelKind<SlackSettings> = {
  kind: "slack",
  title: "Slack",
  page: {
    about: "One channel, no bot needed",
    where: "api.slack.com/apps > your app > Incoming Webhooks > Webhook URL",
    labels: { url: "Webhook URL" },
    fields: {
      url: { hint: "Starts with https://hooks.slack.com/. Never shown again." },
    },
  },
  example: {
    settings: { url: "https://hooks.slack.com/services/T0001/B0002/ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l" },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "B0002"],
    took: { status: 200, body: "ok" },
  },
  pasted: {
    recognizes: ({ hostname, pathname }, local) =>
      local ? /\/(slack|services)\//.test(pathname) : /(^|\.)slack(-gov)?\.com$/.test(hostname),
  },
  secret: /(?<=hooks\.slack(?:-gov)?\.com\\?\/)[\w/\\-]+/,
  preview: slackPreview,
  settings: slackSettings,
  destination: ({ url }) => url,
  mask: ({ url }) => ({ url: maskedUrl(url) }),
  groups: true,
  part: slackPart,
  pictures: "url",
  render,
  report,
  judge,
};
