import type { ChannelKind } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { judge } from "./judge.ts";
import { render, report } from "./render.ts";
import { discordSettings, type DiscordSettings } from "./settings.ts";

/** A Discord webhook: it can edit what it sent. */
export const discord: ChannelKind<DiscordSettings> = {
  kind: "discord",
  title: "Discord",
  settings: discordSettings,
  destination: ({ url, threadId }) => JSON.stringify([url, threadId]),
  mask: ({ url, threadId }) => ({ url: maskedUrl(url), ...(threadId === undefined ? {} : { threadId }) }),
  edits: true,
  groups: true,
  pictures: "file",
  render,
  report,
  judge,
};
