import type { When } from "../event-type.ts";
import { rankingChange, type RankingChange } from "./events.ts";
import { leagueOf } from "./vocabulary.ts";

export interface League {
  told: number | null;
  change: RankingChange | null;
}

/**
 * Compares the class type that a ranking names with the one it named before; several rankings that name the same change
 * tell it once. A class that is not named is no change. The same happening: one step in one poll.
 */
export function changeLeague(told: number | null, before: number | null, now: number | null, when: When): League {
  if (now === null) return { told, change: null };
  if (told === null || before === null) return { told: told ?? now, change: null };
  if (now === before || now === told) return { told, change: null };
  const data = {
    before: leagueOf(before),
    after: leagueOf(now),
    direction: now > before ? ("up" as const) : ("down" as const),
    beforeClass: before,
    afterClass: now,
  };
  return { told: now, change: rankingChange(when, "ranking.league_changed", `${before}-${now}/${when.at}`, data) };
}
