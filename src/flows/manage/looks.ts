import type { ApiBases } from "../../channels/kind.ts";
import { chatsFrom } from "../../channels/chats.ts";
import type { Preview } from "../../channels/preview/preview.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Message } from "../../core/notice.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Refusal } from "../../core/refusal.ts";
import { notifies } from "../route/match.ts";
import { sampled, type SampleDeps, type Sampled } from "./preview.ts";

export interface LookDeps {
  wallNow(): number;
  bases: ApiBases;
}

/** How something looks in a chat: the body that is sent. */
export interface Look {
  preview: Preview;
  body: JsonObject;
}

/** How a message looks in each chat, that of a kind of channel first, wherever it goes. */
export const looksOf = (message: Message, kind: string, deps: LookDeps): Look[] =>
  chatsFrom(kind).map(({ preview, kind: chat }) => {
    const sending = { deliveryId: "dlv_0", message, at: deps.wallNow(), edit: null, plain: false, bases: deps.bases };
    const { body } = chat.render({ ...sending, settings: chat.example.settings });
    return { preview, body: JSON.parse(body) as JsonObject };
  });

/** What a subscription would say, with how that looks in each chat. */
export type Previewed = Sampled & { looks: Look[]; matches: boolean };

/** Shows what a subscription makes of an event in each chat, and sends nothing. */
export async function previewLooks(body: unknown, deps: SampleDeps & LookDeps): Promise<Result<Previewed, Refusal>> {
  const found = await sampled(body, deps);
  if (!found.ok) return found;
  const { subscription, channel, event, message } = found.value;
  return ok({ ...found.value, looks: looksOf(message, channel.kind, deps), matches: notifies(subscription, event) });
}
