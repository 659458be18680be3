import type { DeliveryStatus } from "./delivery.ts";

/** Filters of a list of resources, by name. */
export type Narrowed = Record<string, string | number | boolean | undefined>;

export interface EventFilter {
  /** An exact type, `live.*` or `*`. */
  type?: string | undefined;
  targetId?: string | undefined;
  watchlistId?: string | undefined;
  /** Any of these watchlists. */
  watchlistIds?: string[] | undefined;
  /** Bounds of the detection time, inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
  /** Bounds of `startedAt` in its data, inclusive, epoch ms. */
  startedSince?: number | undefined;
  startedUntil?: number | undefined;
  /** The earliest time of occurrence, inclusive, epoch ms. */
  occurredSince?: number | undefined;
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  channelId?: string | undefined;
  eventId?: string | undefined;
}
