import type { ListKey } from "./creators.ts";
import type { Airing } from "./status.ts";

/** Looks through those on air, list by list and by name, `most` at the most. */
export interface AiringLook {
  watchlistId: string | null;
  /** Where it begins, excluded, and ends, included; null for the first and the last of all. */
  after: ListKey | null;
  until: ListKey | null;
  most: number;
}

export interface Looked {
  airing: (Airing & { watchlistId: string })[];
  /** The last that was looked at; null where nobody is behind it. */
  last: ListKey | null;
}
