import type { RolledType, ViewerSample } from "../../core/month-row.ts";
import type { StoredHistory } from "../digest/read-history.ts";

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
  /** Event types with the required fields of their data. */
  events: Partial<Record<RolledType, readonly string[]>>;
  /** Events detected before are left out, epoch ms. */
  eventsFrom: number;
  /** Only what overlaps one of these times is needed. */
  spans: Times[];
  /** When viewers are needed; null if they are not. */
  viewers: Times | null;
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
  /** Where the next page begins if this is the last one of a page. */
  place: string;
}

export interface PastMonthsDeps {
  /** A page of at most `max` live targets after a place (null: the first), in a fixed order. */
  pastMonths(query: MonthQuery, after: string | null, max: number): Promise<PastOfMonths[]>;
}
