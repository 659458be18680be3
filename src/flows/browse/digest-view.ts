import { iso } from "../../core/instant.ts";
import type { Digest } from "../digest/digest.ts";

/** A digest as the API shows it. */
export const digestView = (digest: Digest) => ({
  id: digest.id,
  name: digest.name,
  channelId: digest.channelId,
  watchlistId: digest.watchlistId,
  schedule: digest.schedule,
  timezone: digest.timezone,
  period: digest.period,
  sections: digest.sections,
  enabled: digest.enabled,
  nextAt: digest.nextAt === null ? null : iso(digest.nextAt),
  createdAt: iso(digest.createdAt),
});
