import type { Mention } from "./notice.ts";

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
  /** All that changed in one tick make one message. */
  group: boolean;
  /** What an end does to the message that told the start. */
  onEnd: "edit" | "post" | "ignore";
  createdAt: number;
}
