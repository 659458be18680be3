import { discordPreview } from "../dialects/discord/preview.ts";
import type { ChannelKind } from "../kind.ts";
import { displayedThread } from "../dialects/discord/thread.ts";
import { postedAt } from "../dialects/discord/snowflake.ts";
import { removed } from "../dialects/discord/removed.ts";
import { discordPart } from "../dialects/discord/content.ts";
import { discordChannels } from "./channels.ts";
import { judge } from "./judge.ts";
import { publishing, removing, render, report } from "./render.ts";
import { discordBotSettings, type DiscordBotSettings } from "./settings.ts";

/** A Discord bot. It can edit its messages, and has its own rate limit, whatever its address. */
export const discordBot: ChannelKind<DiscordBotSettings> = {
  kind: "discord-bot",
  title: "Discord bot",
  where: "discord.com/developers/applications > your application > Bot > Reset Token",
  labels: {
    token: "Bot token",
    channelId: "Channel",
    threadId: "Thread ID",
    threadName: "Post per creator",
    silent: "Send silently",
    publish: "Publish messages",
  },
  listing: { chooses: "channelId", by: "token", list: discordChannels },
  example: {
    settings: { token: "MTIzNDU2Nzg5.Gabcde.ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", channelId: "55", threadId: "42" },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "MTIzNDU2Nzg5", "Gabcde"],
    took: { status: 200, body: '{"id":"9"}' },
    ref: "1234",
  },
  base: {
    variable: "DISCORD_API_BASE_URL",
    address: "https://discord.com",
    description: "Base URL of the Discord API for bots.",
    demo: "{simulator}/inbox/discord-api",
  },
  preview: discordPreview,
  settings: discordBotSettings,
  destination: ({ channelId, threadId }) => JSON.stringify([channelId, threadId]),
  mask: ({ channelId, ...others }) => ({ token: "…", channelId, ...displayedThread(others) }),
  threadName: ({ threadName = null }) => threadName,
  inThread: ({ threadId }) => threadId !== undefined,
  afterwards: publishing,
  edits: true,
  postedAt,
  removal: {
    request: removing,
    judge: (answer) => removed(answer, judge),
  },
  groups: true,
  part: discordPart,
  pictures: "file",
  render,
  report,
  judge,
  recall: "repeat",
};
