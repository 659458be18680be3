import type { Subscription } from "../../core/subscription.ts";

type Options = Pick<
  Subscription,
  "mention" | "template" | "cooldownSeconds" | "group" | "onEnd" | "quietHours" | "filters"
>;

/** What a row says that was written before an option was known. */
const defaults: Options = {
  mention: null,
  template: {},
  cooldownSeconds: 0,
  group: true,
  onEnd: "edit",
  quietHours: null,
  filters: [],
};

/** A row of the table `subscriptions`, as D1 gives it. */
export const subscriptionOf = (row: Record<string, string | number | null>): Subscription => ({
  id: String(row["id"]),
  name: String(row["name"]),
  watchlistId: row["watchlist_id"] as string | null,
  targetId: row["target_id"] as string | null,
  channelId: String(row["channel_id"]),
  events: JSON.parse(String(row["events"])) as string[],
  enabled: row["enabled"] === 1,
  ...defaults,
  ...(JSON.parse(String(row["options"])) as Partial<Options>),
  createdAt: Number(row["created_at"]),
});

/** The column `options` of a subscription. */
const optionsOf = (subscription: Subscription): string => {
  const { mention, template, cooldownSeconds, group, onEnd, quietHours, filters } = subscription;
  const options: Options = { mention, template, cooldownSeconds, group, onEnd, quietHours, filters };
  return JSON.stringify(options);
};

/** Its columns but for the instants: id, name, watchlist_id, target_id, channel_id, events, enabled, options. */
export const columnsOf = (one: Subscription): (string | number | null)[] => [
  one.id,
  one.name,
  one.watchlistId,
  one.targetId,
  one.channelId,
  JSON.stringify(one.events),
  one.enabled ? 1 : 0,
  optionsOf(one),
];
