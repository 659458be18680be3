import { discord } from "./discord/kind.ts";
import { discordBot } from "./discord-bot/kind.ts";
import type { ChannelKind } from "./kind.ts";
import { ntfy } from "./ntfy/kind.ts";
import { slack } from "./slack/kind.ts";
import { slackBot } from "./slack-bot/kind.ts";
import { telegram } from "./telegram/kind.ts";
import { webhook } from "./webhook/kind.ts";

// The registry forgets what each kind's settings are: they go back only to the kind that took them.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyChannelKind = ChannelKind<any>;

/** Every channel kind, by name. */
export const channelKinds: Record<string, AnyChannelKind> = {
  slack,
  discord,
  webhook,
  "slack-bot": slackBot,
  "discord-bot": discordBot,
  telegram,
  ntfy,
};
