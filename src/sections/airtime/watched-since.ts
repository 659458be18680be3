import { instantOf } from "../../core/instant.ts";
import type { AirtimeRow } from "../airtime-shape.ts";

/** How well creators were watched, counting only the time since each was added. Unlike coverage, it is no share of the whole period. */
export type WatchedSinceAdded = {
  /** From 0 to 1. */
  share: number;
  unknownMs: number;
  creators: number;
  /** Of them, those who were added after the period began. */
  later: number;
};

/** How well creators were watched between two instants (epoch ms) since they were added; null if all were added later. */
export function watchedSinceAdded(
  rows: Pick<AirtimeRow, "unknownSeconds" | "watchedSince">[],
  from: number,
  to: number,
): WatchedSinceAdded | null {
  let [unknownMs, whole, creators, later] = [0, 0, 0, 0];
  for (const { unknownSeconds, watchedSince } of rows) {
    const since = Math.max(from, instantOf(watchedSince)!);
    if (unknownSeconds === null || since >= to) continue;
    const unknown = unknownSeconds * 1000 - (since - from);
    // Seconds are rounded.
    if (unknown >= 1000) unknownMs += Math.min(unknown, to - since);
    whole += to - since;
    creators++;
    later += Number(since > from);
  }
  return creators === 0 ? null : { share: 1 - unknownMs / whole, unknownMs, creators, later };
}
