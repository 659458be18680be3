import type { NameKey } from "./creators.ts";
import type { Airing } from "./status.ts";

/** Looks through those on air by name, `most` at the most: others than those of the watchlist too, but they are not told. */
export interface AiringLook {
  watchlistId: string | null;
  /** Where it begins, excluded, and ends, included; null for the first and the last of all. */
  after: NameKey | null;
  until: NameKey | null;
  most: number;
}

export interface Looked {
  airing: Airing[];
  /** The last that was looked at; null where nobody is behind it. */
  last: NameKey | null;
}
