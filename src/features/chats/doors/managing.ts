import type { Command } from "../command.ts";
import type { ChatDeps } from "../deps.ts";
import { isSlackAdmin, slackUserCall, slackTeamCall, teamIn } from "./slack.ts";
import { isAdmin, memberCall } from "./telegram.ts";

/** Slack bots that are asked for an admin, at most. */
const MAX_BOTS = 5;

/**
 * Whether the person manages the chat, as its service says: an admin of the Telegram group, or an admin or owner of the
 * Slack workspace. Null if it does not say. Discord says it with each command.
 */
export async function managesChat(command: Command, deps: ChatDeps): Promise<boolean | null> {
  const { kind, reply } = command;
  if (kind === "discord") return false;
  if (kind === "slack") return managesWorkspace(command, deps);
  const bot = await deps.telegram(reply["bot"] ?? "");
  return bot === null ? null : isAdmin(await deps.send(memberCall(command, bot.token, deps.bases)));
}

/** Asks by a bot of the same workspace, since commands of Slack don't say who is an admin. */
async function managesWorkspace({ address, person }: Command, deps: ChatDeps): Promise<boolean | null> {
  for (const token of (await deps.slackBots()).slice(0, MAX_BOTS)) {
    const team = teamIn(await deps.send(slackTeamCall(token, deps.bases)));
    if (team === null || address !== `slack:${team}`) continue;
    const said = isSlackAdmin(await deps.send(slackUserCall(person.id, token, deps.bases)), person.id);
    if (said !== null) return said;
  }
  return null;
}
