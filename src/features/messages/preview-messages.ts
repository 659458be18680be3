import type { ApiBases } from "../../channels/kind.ts";
import type { Preview } from "../../channels/preview/preview.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Message } from "../../core/notice.ts";
import type { Channel } from "../channels/resource/form.ts";
import { type AnyChannelKind, chatsOf, secretSettings } from "../../channels/registry.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Refusal } from "../../core/refusal.ts";
import { notifies } from "../../engine/route/match.ts";
import { sampled, type Sampled, type SampleDeps } from "../alerts/preview.ts";

export interface LookDeps {
  wallNow(): number;
  bases: ApiBases;
}

/** How a message looks in a chat: the body that would be sent. */
export interface Look {
  preview: Preview;
  body: JsonObject;
}

/** A channel as far as it decides how messages look. */
type LookingChannel = Pick<Channel, "kind" | "settings">;

/** The example's settings with those of the channel that are not secret. */
export function exampleSettings(kind: AnyChannelKind, channel: LookingChannel): unknown {
  const settings = kind.example.settings as object;
  if (channel.kind !== kind.kind) return settings;
  const secret = secretSettings(kind);
  const displayed = Object.entries(channel.settings).filter(([name]) => !secret.includes(name));
  return { ...settings, ...Object.fromEntries(displayed) };
}

/** How a message looks in the channel's chat, or in all chats if programs read the channel. */
export const looksOf = (message: Message, channel: LookingChannel, deps: LookDeps): Look[] =>
  chatsOf(channel.kind).map(({ preview, kind: chat }) => {
    const sending = { deliveryId: "dlv_0", message, at: deps.wallNow(), edit: null, plain: false, bases: deps.bases };
    const { body } = chat.render({ ...sending, settings: exampleSettings(chat, channel) });
    return { preview, body: JSON.parse(body) as JsonObject };
  });

/** A simulated message, and how it looks in chats. */
export type Previewed = Sampled & { looks: Look[]; matches: boolean };

/** Shows how a subscription's message for an event looks in chats, without sending. */
export async function previewLooks(body: unknown, deps: SampleDeps & LookDeps): Promise<Result<Previewed, Refusal>> {
  const found = await sampled(body, deps);
  if (!found.ok) return found;
  const { subscription, channel, event, message } = found.value;
  return ok({ ...found.value, looks: looksOf(message, channel, deps), matches: notifies(subscription, event) });
}
