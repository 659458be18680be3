import type { ChannelKind } from "../kind.ts";
import { judge } from "./judge.ts";
import { recall } from "./recall.ts";
import { render, report } from "./render.ts";
import { slackBotSettings, type SlackBotSettings } from "./settings.ts";

/** A Slack bot: other than an incoming webhook it can edit what it sent. */
export const slackBot: ChannelKind<SlackBotSettings> = {
  kind: "slack-bot",
  title: "Slack bot",
  settings: () => slackBotSettings,
  // The same channel's id may be another one in another workspace.
  destination: ({ token, channel }) => JSON.stringify([token, channel]),
  mask: ({ token, channel }) => ({ token: `${/^xox[a-z]-/.exec(token)?.[0] ?? ""}…`, channel }),
  edits: true,
  groups: true,
  pictures: "url",
  render,
  report,
  judge,
  recall,
};
