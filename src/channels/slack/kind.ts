import type { ChannelKind } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { judge } from "./judge.ts";
import { render, report } from "./render.ts";
import { slackSettings, type SlackSettings } from "./settings.ts";

/** A Slack incoming webhook: it can post, never edit. */
export const slack: ChannelKind<SlackSettings> = {
  kind: "slack",
  title: "Slack",
  settings: slackSettings,
  destination: ({ url }) => url,
  mask: ({ url }) => ({ url: maskedUrl(url) }),
  edits: false,
  groups: true,
  pictures: "url",
  render,
  report,
  judge,
};
