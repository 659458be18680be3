import { matchesType, type Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import { targetKinds } from "../../targets/registry.ts";
import { dataFields, eventTypes } from "../../targets/words.ts";
import type { Target } from "../../resources/targets/form.ts";

const HOUR_MS = 3_600_000;

/** What the fields of an event may hold, whatever its type; instants are hours from the event. */
const values: Record<string, Json> = {
  roomId: "7100",
  sessionId: "ses_example",
  initial: false,
  durationSeconds: 5400,
  rankType: 8,
  groupType: 1,
  place: 4,
  before: 7,
  bestPlace: 3,
  threshold: 5,
  cid: "1001",
  name: "example",
  viewCount: 1_250_000,
  useCount: 3400,
  position: 2,
  after: 12,
  percent: 25,
  productId: "2001",
  currency: "USD",
  fault: { kind: "unreachable", status: null, detail: "no answer in time" },
  count: 5,
  channelId: "ch_example",
  reason: "the destination is gone",
  status: 429,
  detail: "an example",
  of: "upstream.throttled",
};

/** Where a type means something else by a field. */
const ownValues: Record<string, JsonObject> = {
  "ranking.entered": { before: null },
  "ranking.left": { place: null },
  "ranking.league_changed": { before: "B1", after: "A5", direction: "up" },
  "hashtag.surged": { before: 1_000_000, after: 1_250_000 },
  "product.listed": { before: null, after: "14.99", percent: null },
  "product.delisted": { before: "14.99", after: null, percent: null },
  "product.price_changed": { before: "19.99", after: "14.99", percent: -25 },
  "product.sold_surged": { before: 1000, after: 1600, percent: 60 },
  "system.degraded": { reason: "budget_exceeded", detail: "90 calls a minute are asked of a budget of 60" },
  "system.recovered": { reason: "budget_exceeded", detail: "it is over" },
  "channel.disabled": { name: "Another channel" },
  "channel.changed": { name: "Another channel", by: "a token" },
};

const titles: Record<string, string> = { ranking: "Daily Ranking", product: "An example product" };

const instants: Record<string, number> = { startedAt: -1.5, periodEndedAt: 0, since: -1 };

/** An event that a subscription without any so far could get: of its target and the first type that fits. */
export function sampleEvent(subscription: Subscription, target: Target | null, id: string, at: number): Event {
  const wanted = eventTypes.filter((type) => subscription.events.some((pattern) => matchesType(pattern, type)));
  const own = target === null ? [] : Object.keys(targetKinds[target.kind]?.notices ?? {});
  const type = wanted.find((one) => own.includes(one)) ?? wanted[0]!;
  return {
    id,
    type,
    ...aboutOf(type, subscription, target),
    occurredAt: at,
    detectedAt: at,
    window: { from: at - 60_000, to: at },
    data: dataOf(type, at),
    follows: null,
  };
}

function aboutOf(
  type: string,
  subscription: Subscription,
  target: Target | null,
): Pick<Event, "targetId" | "watchlistId" | "target"> {
  if (type.startsWith("upstream.") || type.startsWith("channel.")) {
    return { targetId: null, watchlistId: null, target: null };
  }
  if (target !== null) {
    const { id, watchlistId, name, kind, params } = target;
    return { targetId: id, watchlistId, target: { name, kind, params } };
  }
  const kind = Object.values(targetKinds).find(({ notices }) => Object.hasOwn(notices, type))?.kind ?? "live";
  const params = { userId: "7012", handle: "maria" };
  return { targetId: "tgt_example", watchlistId: subscription.watchlistId, target: { name: "Maria", kind, params } };
}

function dataOf(type: string, at: number): JsonObject {
  const data: JsonObject = {};
  for (const field of dataFields[type] ?? []) {
    const hours = instants[field];
    data[field] =
      hours === undefined
        ? field === "title"
          ? (titles[type.split(".")[0]!] ?? "An example")
          : (values[field] ?? null)
        : iso(at + hours * HOUR_MS);
  }
  return { ...data, ...ownValues[type] };
}
