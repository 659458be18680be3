import type { Message } from "../../../core/notice.ts";
import { displayedEvent } from "../../boards/message/notice.ts";
import type { Answer } from "../answers.ts";

/** An answer as a message to render. It is about no event, and pings nobody. */
export const messageOf = ({ language, notice, buttons }: Answer, at: number): Message => ({
  language,
  presses: buttons,
  mentions: [],
  items: [{ notice, event: displayedEvent("", at) }],
});
