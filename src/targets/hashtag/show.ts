import type { JsonObject } from "../../core/json.ts";
import type { HashtagState } from "./view.ts";

/** The public snapshot: what was found, in the order of the results. */
export const showHashtags = ({ known }: HashtagState): JsonObject => ({
  results: Object.entries(known)
    .sort(([a, one], [b, other]) => one.position - other.position || (a < b ? -1 : 1))
    .map(([cid, { name, views, uses, position }]) => ({
      cid,
      name,
      viewCount: views.value,
      useCount: uses.value,
      position,
    })),
});

export function summaryOf({ known, readTo }: HashtagState): string {
  const count = Object.keys(known).length;
  if (readTo === 0 && count === 0) return "not answered yet";
  return count === 1 ? "1 hashtag" : `${count} hashtags`;
}
