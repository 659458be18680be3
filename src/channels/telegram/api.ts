import type { ApiBases, OutboundRequest } from "../kind.ts";
import { jsonHeaders } from "../outbound.ts";

/** A call of the Bot API. The token is part of the URL, so the URL is a secret. */
export const apiCall = (method: string, token: string, bases: ApiBases, body: object): OutboundRequest => ({
  method: "POST",
  url: `${bases["telegram"]!.replace(/\/+$/, "")}/bot${token}/${method}`,
  headers: { ...jsonHeaders },
  body: JSON.stringify(body),
});

/** A chat in the API's form: a number, or an @name. */
export const chatOf = (chatId: string): number | string => (chatId.startsWith("@") ? chatId : Number(chatId));

/** The address under which a bot's chat is linked. */
export const chatAddress = (botId: string, chatId: string | number): string => `telegram:${botId}:${chatId}`;

/** The ID of a token's bot. */
export const botIdOf = (token: string): string => token.slice(0, token.indexOf(":"));

/**
 * The reference of a message: `chat:message`, with `n100…` for negative chat ids. Message ids are only unique within a
 * chat, so the id alone could refer to another message once settings have another chat.
 */
export function messageRef(chat: unknown, message: unknown): string | null {
  if (!Number.isSafeInteger(chat) || !Number.isSafeInteger(message) || Number(message) < 1) return null;
  return `${String(chat).replace("-", "n")}:${String(message)}`;
}

/** The ids of channels and supergroups begin with this; links to their messages leave it out. */
const SUPERGROUP = "n100";

/** The address of a message that members of its chat can open; null for private chats and small groups. */
export function messageUrl(ref: string): string | null {
  const [chat = "", message = ""] = ref.split(":");
  return chat.startsWith(SUPERGROUP) ? `https://t.me/c/${chat.slice(SUPERGROUP.length)}/${message}` : null;
}

/** The chat and message of a reference. */
export function addressed(ref: string): { chat_id: number; message_id: number } {
  const [chat = "", message = ""] = ref.split(":");
  return { chat_id: Number(chat.replace("n", "-")) || 0, message_id: Number.parseInt(message, 10) || 0 };
}
