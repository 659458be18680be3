import type { ChannelKind } from "../kind.ts";
import { discordPart } from "../dialects/discord/content.ts";
import { judge } from "./judge.ts";
import { render, report } from "./render.ts";
import { discordBotSettings, type DiscordBotSettings } from "./settings.ts";

/** A Discord bot: it can edit what it sent, and its rate limit is its own wherever it sends from. */
export const discordBot: ChannelKind<DiscordBotSettings> = {
  kind: "discord-bot",
  title: "Discord bot",
  settings: discordBotSettings,
  destination: ({ channelId, threadId }) => JSON.stringify([channelId, threadId]),
  mask: ({ channelId, threadId }) => ({ token: "…", channelId, ...(threadId === undefined ? {} : { threadId }) }),
  edits: true,
  groups: true,
  part: discordPart,
  pictures: "file",
  render,
  report,
  judge,
  recall: "repeat",
};
