import { grewBy, growthPercent } from "../../core/growing-count.ts";
import { iso } from "../../core/instant.ts";
import type { HashtagSettings } from "./params.ts";
import type { KnownHashtag, Point } from "./view.ts";

/** A window is remembered in so many steps: its start is known to an eighth of its length. */
const STEPS = 8;

/**
 * The views at the window's start: the newest point at or before it, else the oldest there is, when it has been watched
 * for less. Views between two points are those of the earlier one.
 */
function baseOf(points: Point[], windowMs: number, at: number): Point | null {
  return points.findLast(([then]) => then <= at - windowMs) ?? points[0] ?? null;
}

/** The points with one more, where an eighth of the window has passed; those that no window reaches any more are dropped. */
export function withPoint(points: Point[], views: number, windowMs: number, at: number): Point[] {
  const last = points.at(-1);
  if (views === 0 || (last !== undefined && at - last[0] < windowMs / STEPS)) return points;
  const base = points.findLastIndex(([then]) => then <= at - windowMs);
  // A dip must not make the way back look like a surge.
  return [...points.slice(Math.max(0, base)), [at, Math.max(views, last?.[1] ?? 0)]];
}

export interface Surge {
  before: number;
  after: number;
  percent: number;
  /** The instant of `before`, ISO 8601. */
  since: string;
}

/** The surge that these views are; null where they are none, or where one was told less than a window ago. */
export function surgeOf(row: KnownHashtag, views: number, settings: HashtagSettings, at: number): Surge | null {
  const windowMs = settings.surgeWindowSeconds * 1000;
  if (row.surgedAt !== null && at - row.surgedAt < windowMs) return null;
  const [since, before] = baseOf(row.points, windowMs, at) ?? [at, 0];
  const percent = growthPercent(before, views);
  if (percent === null || !grewBy(before, views, settings.surgePercent)) return null;
  return { before, after: views, percent, since: iso(since) };
}
