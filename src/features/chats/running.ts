import type { Answer, Answering } from "./answers.ts";
import type { Command } from "./command.ts";
import type { Inside } from "../../http/inside.ts";
import type { ChatDeps } from "./deps.ts";
import type { Chat } from "./resource/chat.ts";
import { isSlackAdmin, slackUserCall, slackTeamCall, teamIn } from "./doors/slack.ts";
import { isAdmin, memberCall } from "./doors/telegram.ts";

/** Slack bots that are asked for an admin, at most. */
const MAX_BOTS = 5;

/**
 * Whether the person manages the chat, as its service says: an admin of the Telegram group, or an admin or owner of the
 * Slack workspace. Null if it does not say. Discord says it with each command.
 */
async function managesChat(command: Command, deps: ChatDeps): Promise<boolean | null> {
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

/** What a subcommand works with. `now` is when the command was given: the same if it is carried out again. */
export interface Running {
  chat: Chat;
  command: Command;
  say: Answering;
  api: Inside;
  deps: ChatDeps;
  now: number;
}

/** How a command is typed in a chat of this kind. */
export const typed = (kind: Command["kind"], name: string): string =>
  kind === "telegram" ? `/${name}` : `/tally ${name}`;

/** Why the person may not change anything; null if they may. Who is not named is asked for at the service. */
export async function mayChange({
  chat,
  command,
  say,
  deps,
}: Pick<Running, "chat" | "command" | "say" | "deps">): Promise<Answer | null> {
  const { words, refused } = say;
  const { person, kind } = command;
  if (chat.scopes !== "write") return refused(words.readOnly, [words.askAdmin]);
  const named = chat.users.includes(person.id) || person.roles.some((role) => chat.roles.includes(role));
  if (person.manages || named) return null;
  const manages = await managesChat(command, deps);
  if (manages === true) return null;
  return refused(words.notAllowed, [manages === null && kind !== "discord" ? words.whoIsUnknown[kind] : words.whoMay]);
}
