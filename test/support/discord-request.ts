import { API_BASES } from "../../src/channels/bases.ts";
import { discord } from "../../src/channels/discord/kind.ts";
import type { Message } from "../../src/core/notice.ts";
import { STARTED_AT } from "./messages.ts";

export const settings = { url: "https://discord.com/api/webhooks/123/abcdefghijkl" };
/** The request that sends a message to a Discord webhook. */
export const sent = (message: Message, { edit = null as string | null, plain = false, threadId = "" } = {}) =>
  discord.render({
    settings: threadId === "" ? settings : { ...settings, threadId },
    message,
    deliveryId: "dlv_1",
    at: STARTED_AT,
    edit,
    plain,
    bases: API_BASES,
  });

/** Mentions that ping nobody. */
export const nobody = { parse: [], roles: [], users: [] };
