import type { ApiBases } from "../../channels/api-bases.ts";
import { channelKinds } from "../../channels/registry.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Message } from "../../core/notice.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Refusal } from "../../core/refusal.ts";
import { tells } from "../route/match.ts";
import { sampled, type SampleDeps, type Sampled } from "./preview.ts";

export interface LookDeps {
  wallNow(): number;
  bases: ApiBases;
}

/** The chats that people read; a webhook's body is for programs. */
export const CHATS = ["discord", "slack"] as const;

/** What is sent of a message, by chat. */
export type Looks = Record<(typeof CHATS)[number], JsonObject>;

/** No address stands in a body: these are none that anybody has. */
export const NOWHERE = {
  discord: { url: "https://discord.com/api/webhooks/0/0" },
  slack: { url: "https://hooks.slack.com/services/0" },
};

/** How a message looks in each chat, wherever it goes. */
export function looksOf(message: Message, deps: LookDeps): Looks {
  const body = (kind: (typeof CHATS)[number]) => {
    const sending = { deliveryId: "dlv_0", message, at: deps.wallNow(), edit: null, plain: false, bases: deps.bases };
    return JSON.parse(channelKinds[kind]!.render({ ...sending, settings: NOWHERE[kind] }).body) as JsonObject;
  };
  return { discord: body("discord"), slack: body("slack") };
}

/** What a subscription would say, with how that looks in each chat. */
export type Previewed = Sampled & { looks: Looks; matches: boolean };

/** Shows what a subscription makes of an event in each chat, and sends nothing. */
export async function previewLooks(body: unknown, deps: SampleDeps & LookDeps): Promise<Result<Previewed, Refusal>> {
  const found = await sampled(body, deps);
  if (!found.ok) return found;
  const { subscription, event, message } = found.value;
  return ok({ ...found.value, looks: looksOf(message, deps), matches: tells(subscription, event) });
}
