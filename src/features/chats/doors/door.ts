import type { OutboundRequest } from "../../../channels/kind.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { Answer } from "../answers.ts";
import type { Command } from "../command.ts";
import type { Message } from "../../../core/notice.ts";
import { displayedEvent } from "../../boards/message/notice.ts";

/** How one service asks and is answered. Pure but for the clock that it is given. */
export interface Door {
  /** The body of the response with an answer to this command; null if it must be sent instead. */
  now(answer: Answer, command: Command, at: number): JsonObject | null;
  /** The body of the response that announces a later answer; null for an empty one. */
  later(command: Command): JsonObject | null;
  /** The request that sends a later answer; null if it can't be sent. */
  send(answer: Answer, command: Command, at: number, bases: Readonly<Record<string, string>>): OutboundRequest | null;
}

/** An answer as a message to render. It is about no event, and pings nobody. */
export const messageOf = ({ language, notice, buttons }: Answer, at: number): Message => ({
  language,
  presses: buttons,
  mentions: [],
  items: [{ notice, event: displayedEvent("", at) }],
});
