import * as z from "zod";
import { subscription, subscriptionForm, type Subscription } from "../alerts/resource/subscription.ts";
import { lazy } from "../../core/lazy.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Channel } from "../channels/resource/form.ts";
import { invalid, missing, type Refusal } from "../../core/refusal.ts";
import { danglingErrors } from "../../resources/write/refused.ts";
import { nameText } from "../../resources/fields.ts";

/** A subscription to try before it is stored. It needs a channel, and matches all events by default. */
const draft = lazy(() =>
  subscriptionForm()
    .extend({
      name: nameText(200).default("Draft"),
      events: subscriptionForm().shape.events.default(["*"]),
    })
    .meta({ id: "SubscriptionDraft" }),
);

/** The subscription to try: a stored one, or a draft. */
export const triedFields = () => ({
  subscription: draft().optional().describe("A subscription to test. It isn't stored. Only `channelId` is required."),
  subscriptionId: z.string().optional().describe("The ID of a stored subscription. Set either this or `subscription`."),
});

const DRAFT = { id: "sub_draft", createdAt: 0, updatedAt: 0, revision: 0 };

interface Tried {
  subscription?: z.output<ReturnType<typeof draft>> | undefined;
  subscriptionId?: string | undefined;
}

export const onlyOne = ({ subscription, subscriptionId }: Tried): boolean =>
  (subscription === undefined) !== (subscriptionId === undefined);

export const ONLY_ONE = { path: ["subscription"], message: "needs either `subscription` or `subscriptionId`" };

/** What a trial reads of a channel. */
export type TriedChannel = Pick<Channel, "id" | "kind" | "name" | "enabled" | "language" | "settings">;

export interface TrialDeps {
  subscription(id: string): Promise<Subscription | null>;
  dangling(subscription: Subscription): Promise<string[]>;
  channel(id: string): Promise<TriedChannel | null>;
}

/** The subscription to try, as if enabled, and its channel. */
export async function triedOf(
  { subscription: drafted, subscriptionId }: Tried,
  deps: TrialDeps,
): Promise<Result<{ subscription: Subscription; channel: TriedChannel }, Refusal>> {
  const stored = subscriptionId === undefined ? null : await deps.subscription(subscriptionId);
  if (subscriptionId !== undefined && stored === null) return invalid("/subscriptionId", "names no subscription");
  const tried: Subscription = { ...DRAFT, ...(stored ?? drafted!), enabled: true };
  const dangling = stored === null ? await deps.dangling(tried) : [];
  if (dangling.length > 0)
    return err({ kind: "invalid", errors: danglingErrors(subscription, dangling, "/subscription") });
  const channel = await deps.channel(tried.channelId);
  return channel === null ? missing("channel") : ok({ subscription: tried, channel });
}
