import { iso } from "../../core/instant.ts";
import type { Mention } from "../../core/notice.ts";
import type { Subscription } from "../../core/subscription.ts";

/** A mention as people write it: "@here", "@everyone", "role:ID", "user:ID", "subteam:ID". */
export const mentionText = (mention: Mention): string =>
  "id" in mention ? `${mention.kind}:${mention.id}` : `@${mention.kind}`;

/** A subscription as the API shows it. */
export const subscriptionView = (subscription: Subscription) => ({
  id: subscription.id,
  name: subscription.name,
  watchlistId: subscription.watchlistId,
  targetId: subscription.targetId,
  events: subscription.events,
  channelId: subscription.channelId,
  enabled: subscription.enabled,
  mention: subscription.mention === null ? null : mentionText(subscription.mention),
  template: subscription.template,
  cooldownSeconds: subscription.cooldownSeconds,
  group: subscription.group,
  onEnd: subscription.onEnd,
  quietHours: subscription.quietHours === null ? null : { ...subscription.quietHours },
  filters: subscription.filters.map((filter) => ({ ...filter })),
  createdAt: iso(subscription.createdAt),
});
