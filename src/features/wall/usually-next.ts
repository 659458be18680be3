import { ABOUT_MS } from "../../engine/prediction/usual-hours.ts";
import { DAY_MS } from "../../core/duration.ts";
import { handleOf } from "../now/card.ts";
import type { Watched } from "../now/now-reading.ts";

/** The maximum number of creators to name. With as many live, nobody is named. */
export const MAX_NEXT = 4;

/** Starts further ahead are not worth a place. */
const WITHIN_MS = 7 * DAY_MS;

/** A target with its next expected start, epoch ms. */
export interface UsuallyNext {
  one: Watched;
  at: number;
}

/** A creator who usually goes live next. */
export interface NextUp {
  id: string;
  name: string;
  handle: string | null;
  /** Epoch ms. */
  at: number;
}

export interface NextDeps {
  /** The offline targets of a watchlist, or of all, whose expected starts follow `after`, soonest first. */
  usuallyNext(watchlistId: string | null, after: number, max: number): Promise<UsuallyNext[]>;
}

/** The creators who usually go live next, soonest first. A creator is still expected 45 minutes after the usual time. */
export async function usuallyNext(watchlistId: string | null, now: number, deps: NextDeps): Promise<NextUp[]> {
  const soonest = await deps.usuallyNext(watchlistId, now - ABOUT_MS, MAX_NEXT);
  return soonest
    .filter(({ at }) => at < now + WITHIN_MS)
    .map(({ one, at }) => ({ id: one.id, name: one.name, handle: handleOf(one), at }));
}
