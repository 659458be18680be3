import * as z from "zod";
import type { Addresses } from "../../core/public-url.ts";
import { urlSetting } from "../url-setting.ts";

export interface SlackSettings {
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
