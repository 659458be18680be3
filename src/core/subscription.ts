import type { Filter } from "./filter.ts";
import type { Mention } from "./notice.ts";
import type { QuietHours } from "./quiet-hours.ts";

/** Which events go to which channel, and how they are told. */
export interface Subscription {
  id: string;
  name: string;
  watchlistId: string | null;
  targetId: string | null;
  channelId: string;
  /** Exact types, `live.*` or `*`. */
  events: string[];
  enabled: boolean;
  mention: Mention | null;
  /** By exact event type: text with placeholders, in place of our own words. */
  template: Record<string, string>;
  /** The same type of the same target is told at most once in so many seconds; 0 for no limit. */
  cooldownSeconds: number;
  /** All that changed in one tick make one message. */
  group: boolean;
  /** What an end does to the message that told the start. */
  onEnd: "edit" | "post" | "ignore";
  quietHours: QuietHours | null;
  /** All must hold. */
  filters: Filter[];
  createdAt: number;
}

/** Events go on, messages do not: for a target, a watchlist or a type (null: any), until an instant (epoch ms). */
export interface Silence {
  id: string;
  targetId: string | null;
  watchlistId: string | null;
  type: string | null;
  until: number;
  reason: string;
  createdAt: number;
}
