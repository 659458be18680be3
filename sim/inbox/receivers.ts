// Written by npm run openapi from src/channels/registry.ts. Not edited by hand.
import { receiver as slack } from "../../src/channels/slack/sim.ts";
import { receiver as discord } from "../../src/channels/discord/sim.ts";
import { receiver as template } from "../../src/channels/template/sim.ts";
import { receiver as webhook } from "../../src/channels/webhook/sim.ts";
import { receiver as slackBot } from "../../src/channels/slack-bot/sim.ts";
import { receiver as discordBot } from "../../src/channels/discord-bot/sim.ts";
import { receiver as telegram } from "../../src/channels/telegram/sim.ts";
import { receiver as ntfy } from "../../src/channels/ntfy/sim.ts";
import { receiver as email } from "../../src/channels/email/sim.ts";
import type { Receiver } from "./receiver.ts";

/** The receivers of messages, by kind of channel. */
export const receivers: Record<string, Receiver> = {
  slack,
  discord,
  template,
  webhook,
  "slack-bot": slackBot,
  "discord-bot": discordBot,
  telegram,
  ntfy,
  email,
};
