import type { Answer, Answering } from "./answers.ts";
import type { Command } from "./command.ts";
import type { Inside } from "../../http/inside.ts";
import type { ChatDeps } from "./deps.ts";
import type { Chat } from "./resource/chat.ts";

/** What a subcommand works with. `now` is the wall clock, epoch ms. */
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

/** Why the person may not change anything; null if they may. */
export function mayChange({
  chat,
  command: { person },
  say,
}: Pick<Running, "chat" | "command" | "say">): Answer | null {
  const { words, refused } = say;
  if (chat.scopes !== "write") return refused(words.readOnly, [words.askAdmin]);
  const named = chat.users.includes(person.id) || person.roles.some((role) => chat.roles.includes(role));
  return person.manages || named ? null : refused(words.notAllowed, [words.whoMay]);
}
