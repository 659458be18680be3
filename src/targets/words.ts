import type { Event } from "../core/event.ts";
import type { Notice } from "../core/notice.ts";
import { operatorWords } from "./operator-words.ts";
import { targetKinds } from "./registry.ts";

/** The words of every event type there is; `update` is the later event of the same story. */
export const words: Record<string, (event: Event, update?: Event) => Notice> = Object.assign(
  {},
  ...Object.values(targetKinds).map(({ notices }) => notices),
  operatorWords,
);

/** Every event type that a subscription can name. */
export const eventTypes: readonly string[] = Object.keys(words);

const ranked = ["rankType", "groupType", "title", "place", "before"];
const tagged = ["cid", "name"];
const sold = ["productId", "title", "before", "after", "percent", "currency"];
const trouble = ["reason", "detail", "since"];
const upstream = ["status", "detail", "since"];

/** The data fields of each event type, as they are promised; templates may name them. */
export const dataFields: Record<string, readonly string[]> = {
  "live.started": ["roomId", "sessionId", "initial"],
  "live.ended": ["roomId", "sessionId", "startedAt", "durationSeconds"],
  "ranking.entered": ranked,
  "ranking.left": ranked,
  "ranking.moved": [...ranked, "threshold"],
  "ranking.league_changed": ["before", "after", "direction"],
  "ranking.period_closed": ["rankType", "groupType", "title", "place", "bestPlace", "periodEndedAt"],
  "hashtag.appeared": [...tagged, "viewCount", "useCount", "position"],
  "hashtag.gone": [...tagged, "viewCount", "useCount", "position"],
  "hashtag.surged": [...tagged, "before", "after", "percent"],
  "product.listed": sold,
  "product.delisted": sold,
  "product.price_changed": sold,
  "product.sold_surged": sold,
  "target.failing": ["fault", "count"],
  "target.recovered": ["fault", "count"],
  "channel.disabled": ["channelId", "reason"],
  "system.degraded": trouble,
  "system.recovered": trouble,
  "channel.changed": ["channelId", "name", "by"],
  "upstream.unauthorized": upstream,
  "upstream.key_expired": upstream,
  "upstream.throttled": upstream,
  "upstream.drifted": upstream,
  "upstream.suspect": upstream,
  "upstream.recovered": [...upstream, "of"],
};
