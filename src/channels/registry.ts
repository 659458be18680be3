import { discord } from "./discord/kind.ts";
import { discordBot } from "./discord-bot/kind.ts";
import { email } from "./email/kind.ts";
import type { ChannelKind } from "./kind.ts";
import { ntfy } from "./ntfy/kind.ts";
import { slack } from "./slack/kind.ts";
import { slackBot } from "./slack-bot/kind.ts";
import { template } from "./template/kind.ts";
import { telegram } from "./telegram/kind.ts";
import { webhook } from "./webhook/kind.ts";

// Erases the types of settings. They are only passed back to the kind that parsed them.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyChannelKind = ChannelKind<any>;

/** All channel kinds, by name. */
export const channelKinds: Record<string, AnyChannelKind> = {
  slack,
  discord,
  // Before the signed webhook, which takes any other address of this machine.
  template,
  webhook,
  "slack-bot": slackBot,
  "discord-bot": discordBot,
  telegram,
  ntfy,
  email,
};
