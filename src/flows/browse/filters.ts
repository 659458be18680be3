import type { DeliveryStatus } from "../../core/delivery.ts";

/** What a list of a resource is narrowed by, by the names of its filters. */
export type Narrowed = Record<string, string | number | boolean | undefined>;

export interface EventFilter {
  /** An exact type, `live.*` or `*`. */
  type?: string | undefined;
  targetId?: string | undefined;
  watchlistId?: string | undefined;
  /** Of any of these watchlists. */
  watchlistIds?: string[] | undefined;
  /** Bounds of the detection, both inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
  /** Bounds of the instant that its data has as `startedAt`, likewise. */
  startedSince?: number | undefined;
  startedUntil?: number | undefined;
  /** The first instant at which it may have happened, inclusive, epoch ms. */
  occurredSince?: number | undefined;
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  channelId?: string | undefined;
  eventId?: string | undefined;
}
