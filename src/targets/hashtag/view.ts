import type { Say } from "../../core/say.ts";
import type { JsonObject } from "../../core/json.ts";
import type { GrowingCount } from "../../core/growing-count.ts";
import type { Absence } from "../../core/keyed-diff.ts";
import type { GrowthState } from "../../core/surge.ts";

/** One result of a search. */
export interface Found {
  /** Null if the row has none. Its name then identifies the hashtag. */
  cid: string | null;
  name: string | null;
  views: number | null;
  uses: number | null;
  /** From 1. */
  position: number;
}

export interface HashtagView {
  found: Found[];
  /** True if all results, or the wanted number, were read. Only then does a missing result count as absent. */
  complete: boolean;
}

/** A stored hashtag. Its growth is measured in views. */
export interface KnownHashtag extends GrowthState {
  name: string;
  position: number;
  views: GrowingCount;
  uses: GrowingCount;
  absence: Absence | null;
  /** First sight, epoch ms. */
  seenAt: number;
}

export interface HashtagState {
  since: number;
  /**
   * How many results any poll has reached so far; null for all of them. A hashtag first found beyond is not new,
   * because it may have been there before. 0 before the first poll.
   */
  readTo: number | null;
  sampledAt: number;
  /** By `cid`. */
  known: Record<string, KnownHashtag>;
}

/** The public snapshot: the known results in order. */
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

export function summaryOf({ known, readTo }: HashtagState, say: Say): string {
  const count = Object.keys(known).length;
  if (readTo === 0 && count === 0) return say.text("not answered yet");
  return say.plural(count, "{n} hashtag", "{n} hashtags");
}
