import type { Change } from "../../core/event.ts";
import type { When } from "./period.ts";
import { leagueOf } from "./vocabulary.ts";

export interface League {
  told: number | null;
  change: Change | null;
}

/**
 * Compares the class type that a ranking names with the one it named before; several rankings that name the same change
 * tell it once. A class that is not named is no change. The same happening: one step in one poll.
 */
export function changeLeague(
  told: number | null,
  before: number | null,
  now: number | null,
  { at, lastOkAt }: When,
): League {
  if (now === null) return { told, change: null };
  if (told === null || before === null) return { told: told ?? now, change: null };
  if (now === before || now === told) return { told, change: null };
  return {
    told: now,
    change: {
      type: "ranking.league_changed",
      key: `${before}-${now}/${at}`,
      occurredAt: at,
      window: { from: lastOkAt, to: at },
      data: {
        before: leagueOf(before),
        after: leagueOf(now),
        direction: now > before ? "up" : "down",
        beforeClass: before,
        afterClass: now,
      },
    },
  };
}
