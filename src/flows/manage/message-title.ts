import { headline } from "../../channels/headline.ts";
import type { Event } from "../../core/event.ts";
import type { Message } from "../browse/messages.ts";
import { messageOf } from "../deliver/message.ts";

/** What a message says in a line; null where that is no longer kept. */
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
    // An older version may have kept what no words fit any more.
    return null;
  }
}
