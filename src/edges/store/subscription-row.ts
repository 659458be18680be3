import type { Subscription } from "../../core/subscription.ts";

type Options = Pick<Subscription, "mention" | "group" | "onEnd">;

/** A row of the table `subscriptions`, as D1 gives it. */
export const subscriptionOf = (row: Record<string, string | number | null>): Subscription => ({
  id: String(row["id"]),
  name: String(row["name"]),
  watchlistId: row["watchlist_id"] as string | null,
  targetId: row["target_id"] as string | null,
  channelId: String(row["channel_id"]),
  events: JSON.parse(String(row["events"])) as string[],
  enabled: row["enabled"] === 1,
  ...(JSON.parse(String(row["options"])) as Options),
  createdAt: Number(row["created_at"]),
});

/** The column `options` of a subscription. */
export const optionsOf = ({ mention, group, onEnd }: Options): string => JSON.stringify({ mention, group, onEnd });
