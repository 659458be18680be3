import { headline } from "../../channels/headline.ts";
import type { Event } from "../../core/event.ts";
import type { Message } from "./messages.ts";
import { messageOf } from "../../engine/deliver/message.ts";

/** A message in one line; null if its events are no longer stored. */
export function titleOf(
  { digest, board, items }: Pick<Message, "digest" | "board" | "items">,
  events: Map<string, Event>,
): string | null {
  if (digest !== null) return digest;
  if (board !== null) return "Who is on air: a board";
  try {
    const message = messageOf(items, events, true, "en");
    return message.items.length === 0 ? null : headline(message);
  } catch {
    // A row of an older version may not fit the current words.
    return null;
  }
}
