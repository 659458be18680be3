import type { ListKey } from "../creators/creators.ts";
import type { LiveTarget } from "../status/status.ts";

/** A query for live creators in the order of watchlist and name, at most `most`. */
export interface LiveQuery {
  watchlistId: string | null;
  /** The bounds: start exclusive, end inclusive; null for none. */
  after: ListKey | null;
  until: ListKey | null;
  most: number;
}

export interface LivePage {
  airing: (LiveTarget & { watchlistId: string })[];
  /** The key of the last one read; null at the end. */
  last: ListKey | null;
}
