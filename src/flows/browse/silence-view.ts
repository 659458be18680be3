import { iso } from "../../core/instant.ts";
import type { Silence } from "../../core/subscription.ts";

/** A silence as the API shows it. */
export const silenceView = ({ id, targetId, watchlistId, type, until, reason, createdAt }: Silence) => ({
  id,
  targetId,
  watchlistId,
  type,
  until: iso(until),
  reason,
  createdAt: iso(createdAt),
});
