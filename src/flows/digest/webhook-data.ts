import { iso } from "../../core/instant.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Written } from "./report.ts";

/** A digest as programs read it. */
export const dataOf = (digestId: string, { digest, from, to, content }: Written): JsonObject => ({
  digestId,
  name: digest.name,
  watchlistId: digest.watchlistId,
  timezone: digest.timezone,
  period: { from: iso(from), to: iso(to) },
  passedOver: digest.passedOver ?? 0,
  sections: content,
});
