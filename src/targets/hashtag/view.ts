import type { JsonObject } from "../../core/json.ts";
import type { GrowingCount } from "../../core/growing-count.ts";
import type { Absence } from "../../core/keyed-diff.ts";
import type { Growing } from "../../core/surge.ts";

/** One result of a search. */
export interface Found {
  /** Null where the row has none: then its name says which hashtag it is. */
  cid: string | null;
  name: string | null;
  views: number | null;
  uses: number | null;
  /** From 1. */
  position: number;
}

export interface HashtagView {
  found: Found[];
  /** True where the results were read to their end, or to the wanted count: what is absent is really absent. */
  complete: boolean;
}

/** What grows are its views. */
export interface KnownHashtag extends Growing {
  name: string;
  position: number;
  views: GrowingCount;
  uses: GrowingCount;
  absence: Absence | null;
  /** When it was seen first, epoch ms. */
  seenAt: number;
}

export interface HashtagState {
  since: number;
  /**
   * How many results any read has reached so far, null for all of them: what stands deeper was never looked at, so what
   * is found there first is no news. 0 before the baseline.
   */
  readTo: number | null;
  sampledAt: number;
  /** By `cid`. */
  known: Record<string, KnownHashtag>;
}

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
