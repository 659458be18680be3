import type { BoardContent } from "../../core/board.ts";
import type { JsonObject } from "../../core/json.ts";
import { horizonOf } from "../../core/knowledge.ts";
import { troublesOf, type HealthSnapshot } from "../../core/pulse.ts";
import { isBlind } from "../../core/reason.ts";
import { onAirOf } from "../../targets/on-air.ts";
import { unknownSinceOf, type Provable } from "../../targets/proof.ts";
import { targetKinds } from "../../targets/registry.ts";

/** One that is live, or was when that was known last, as boards read it. */
export interface Shown extends Provable {
  name: string;
  watchlistId: string;
  params: JsonObject;
}

/** Who is on air; `more` is true where not all of them were read. */
export interface Seen {
  airing: Shown[];
  more: boolean;
  /** How many creators there are of whom nobody knows whether they are live. */
  unknown: number;
}

/** So many are named; how many more there are is said. */
const MAX_NAMED = 30;

/** A name or a title longer than this is cut where it is kept: a board is read by many ticks. */
const LONGEST = 200;

/**
 * What a board of this watchlist (null: of all) says at `now`: who is on air, the latest start first. Pure.
 */
export function contentOf(
  watchlistId: string | null,
  { airing, more, unknown, pulse: healthSnapshot }: Seen & { pulse: HealthSnapshot },
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
        ...(unknownSince === null ? {} : { unknownSince }),
      };
    })
    // Those who are known to be live come first.
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

/** Since when nobody knows who is on air; null while it is known. */
function blindSince(healthSnapshot: HealthSnapshot, now: number): number | null {
  const trouble = troublesOf(healthSnapshot, Number.POSITIVE_INFINITY, now).find(({ reason }) => isBlind(reason));
  return trouble === undefined ? null : trouble.since || healthSnapshot.lastPollAt || healthSnapshot.madeAt;
}
