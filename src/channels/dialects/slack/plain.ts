import type { Message } from "../../../core/notice.ts";
import { plainMessage } from "../../plain-message.ts";
import { plainMrkdwn } from "./mrkdwn.ts";
import { mentionText } from "./mentions.ts";

/** The message as Slack text, within `room` characters and its mentions. */
export const plainText = (message: Message, room: number): string =>
  `${mentionText(message.mentions)} ${plainMessage(message, plainMrkdwn, room)}`.trim();
