import type { BoardContent } from "../../../core/delivery.ts";
import type { JsonObject } from "../../../core/json.ts";
import { horizonOf, unknownAfterMs } from "../../../core/knowledge.ts";
import { troublesOf, type HealthSnapshot } from "../../../core/health-snapshot.ts";
import { isBlind } from "../../../core/reason.ts";
import { isStartSeen, onAirOf } from "../../../kinds/live-targets.ts";
import { unknownSinceOf, type Provable } from "../../../kinds/proof.ts";
import { targetKinds } from "../../../kinds/registry.ts";

/** A creator who is live, or was live when last known, as boards read it. */
export interface BoardTarget extends Provable {
  name: string;
  watchlistId: string;
  params: JsonObject;
}

/** Creators who are live; `more` is true if not all of them were read. */
export interface LiveTargets {
  airing: BoardTarget[];
  more: boolean;
  /** The number of creators whose state is unknown. */
  unknown: number;
}

/** The maximum number of creators on a board. Further ones are counted. */
const MAX_NAMED = 30;

/** Names and titles are stored up to this length, because many ticks read a board. */
const LONGEST = 200;

/**
 * Computes the content of the board of a watchlist (null: all) at `now`: creators who are live, latest start first.
 * Pure.
 */
export function contentOf(
  watchlistId: string | null,
  { airing, more, unknown, pulse: healthSnapshot }: LiveTargets & { pulse: HealthSnapshot },
  now: number,
): BoardContent {
  const horizon = horizonOf(healthSnapshot, now);
  const all = airing
    .filter((one) => watchlistId === null || one.watchlistId === watchlistId)
    .flatMap((one) => {
      const broadcast = onAirOf(one);
      if (broadcast === null) return [];
      const url = targetKinds[one.kind]!.watchUrl?.(one.params, one.state) ?? null;
      const { startedAt, title } = broadcast;
      const unknownSince = unknownSinceOf(one, horizon);
      return {
        name: one.name.slice(0, LONGEST),
        title: title?.slice(0, LONGEST) ?? null,
        url,
        startedAt,
        ...(isStartSeen(broadcast, unknownAfterMs(one.intervalSeconds, horizon.turn))
          ? {}
          : { startUnseen: true as const }),
        ...(unknownSince === null ? {} : { unknownSince }),
      };
    })
    // Creators who are known to be live come first.
    .sort(
      (a, b) =>
        Number(a.unknownSince !== undefined) - Number(b.unknownSince !== undefined) ||
        b.startedAt - a.startedAt ||
        (a.name < b.name ? -1 : 1),
    );
  return {
    onAir: all.slice(0, MAX_NAMED),
    more: Math.max(0, all.length - MAX_NAMED),
    atLeast: more,
    unknown,
    unchecked: healthSnapshot.load.judged < healthSnapshot.load.habitual,
    blindSince: blindSince(healthSnapshot, now),
  };
}

/** Since when it is unknown who is live; null while it is known. */
function blindSince(healthSnapshot: HealthSnapshot, now: number): number | null {
  const problem = troublesOf(healthSnapshot, Number.POSITIVE_INFINITY, now).find(({ reason }) => isBlind(reason));
  return problem === undefined ? null : problem.since || healthSnapshot.lastPollAt || healthSnapshot.madeAt;
}
