import type { Horizon } from "../../core/knowledge.ts";
import type { RolledType, ViewerSample } from "../../core/month-row.ts";
import type { StoredHistory } from "../digests/edition/read-history.ts";

/** Times, epoch ms: `from` inclusive, `to` exclusive. */
interface Times {
  from: number;
  to: number;
}

/** Selects live targets and the part of their past to read, however long ago. */
export interface MonthQuery {
  watchlistId: string | null;
  /** Only these targets; all of the watchlist if omitted. */
  ids?: string[];
  /** Also targets that were deleted after this instant, epoch ms; none if omitted. */
  removedAfter?: number;
  /** Event types with the required fields of their data. */
  events: Partial<Record<RolledType, readonly string[]>>;
  /** Events detected before are left out, epoch ms. */
  eventsFrom: number;
  /** Only what overlaps one of these times is needed. */
  spans: Times[];
  /** When viewers are needed; null if they are not. */
  viewers: Times | null;
  /** What determines whether a state is still known. */
  horizon: Horizon;
}

/** To whom a goal may apply. */
export interface GoalOwner {
  id: string;
  watchlistId: string;
  timezone: string | null;
}

/** The past of a live target. */
export interface PastOfMonths extends StoredHistory {
  /** Samples, oldest first. */
  viewers: ViewerSample[];
  owner: GoalOwner;
  /** When it was deleted, epoch ms; null if it was not. */
  removedAt: number | null;
}

/** Some targets in a fixed order, and where the next ones begin; null after the last. */
export interface PageOfPasts {
  items: PastOfMonths[];
  next: string | null;
}

export interface PastMonthsDeps {
  /** A page of at most `max` live targets after a place (null: the first). Deleted ones follow the others. */
  pastMonths(query: MonthQuery, after: string | null, max: number): Promise<PageOfPasts>;
}
