import { jsonHeaders } from "../headers.ts";
import type { ApiBases, OutboundRequest } from "../kind.ts";

/** A call of the Bot API, which wants the token in its path: the address of such a request is a secret. */
export const apiCall = (method: string, token: string, bases: ApiBases, body: object): OutboundRequest => ({
  method: "POST",
  url: `${bases["telegram"]!.replace(/\/+$/, "")}/bot${token}/${method}`,
  headers: { ...jsonHeaders },
  body: JSON.stringify(body),
});

/** A chat as the API takes it: a number, or an @name. */
export const chatOf = (chatId: string): number | string => (chatId.startsWith("@") ? chatId : Number(chatId));

/**
 * What names a message for later: `chat:message`, a negative chat as `n100…`. Messages are numbered chat by chat, so the
 * number alone could name another one once the settings have another chat.
 */
export function messageRef(chat: unknown, message: unknown): string | null {
  if (!Number.isSafeInteger(chat) || !Number.isSafeInteger(message) || Number(message) < 1) return null;
  return `${String(chat).replace("-", "n")}:${String(message)}`;
}

/** The chat and the message of a reference. */
export function addressed(ref: string): { chat_id: number; message_id: number } {
  const [chat = "", message = ""] = ref.split(":");
  return { chat_id: Number(chat.replace("n", "-")) || 0, message_id: Number.parseInt(message, 10) || 0 };
}
