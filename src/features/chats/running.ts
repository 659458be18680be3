import type { Answer, Answering } from "./answers.ts";
import type { Command } from "./command.ts";
import { managesChat } from "./doors/managing.ts";
import type { Inside } from "../../http/inside.ts";
import type { ChatDeps } from "./deps.ts";
import type { Chat } from "./resource/chat.ts";

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
