import type { DeliveryStatus } from "../../core/delivery.ts";

export interface TargetFilter {
  kind?: string | undefined;
  watchlistId?: string | undefined;
  enabled?: boolean | undefined;
  /** Part of the name, in any case. */
  q?: string | undefined;
}

export interface EventFilter {
  /** An exact type, `live.*` or `*`. */
  type?: string | undefined;
  targetId?: string | undefined;
  watchlistId?: string | undefined;
  /** Bounds of the detection, both inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  channelId?: string | undefined;
  eventId?: string | undefined;
}
