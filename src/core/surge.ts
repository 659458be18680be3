import { grewBy, growthPercent } from "./growing-count.ts";
import { iso } from "./instant.ts";

/** A window is remembered in so many steps: its start is known to an eighth of its length. */
const STEPS = 8;

/** A number at an instant: [epoch ms, number]. */
export type Point = [at: number, value: number];

/** What is remembered of a number to tell when it grows fast. */
export interface Growing {
  /** The number in the past, oldest first: at most one before the surge window, and some 8 inside it. */
  points: Point[];
  /** When a surge was last reported, epoch ms. */
  surgedAt: number | null;
}

interface SurgeSettings {
  surgePercent: number;
  surgeWindowSeconds: number;
}

/**
 * The number at the window's start: the newest point at or before it, else the oldest there is, when it has been watched
 * for less. Between two points it is that of the earlier one.
 */
function baseOf(points: Point[], windowMs: number, at: number): Point | null {
  return points.findLast(([then]) => then <= at - windowMs) ?? points[0] ?? null;
}

/** The points with one more, where an eighth of the window has passed; those that no window reaches any more are dropped. */
export function withPoint(points: Point[], value: number, windowMs: number, at: number): Point[] {
  const last = points.at(-1);
  if (value === 0 || (last !== undefined && at - last[0] < windowMs / STEPS)) return points;
  const base = points.findLastIndex(([then]) => then <= at - windowMs);
  // A dip must not make the way back look like a surge.
  return [...points.slice(Math.max(0, base)), [at, Math.max(value, last?.[1] ?? 0)]];
}

export interface Surge {
  before: number;
  after: number;
  percent: number;
  /** The instant of `before`, ISO 8601. */
  since: string;
}

/** The surge that this number is; null where it is none, or where one was told less than a window ago. */
export function surgeOf(
  { points, surgedAt }: Growing,
  value: number,
  settings: SurgeSettings,
  at: number,
): Surge | null {
  const windowMs = settings.surgeWindowSeconds * 1000;
  if (surgedAt !== null && at - surgedAt < windowMs) return null;
  const [since, before] = baseOf(points, windowMs, at) ?? [at, 0];
  const percent = growthPercent(before, value);
  if (percent === null || !grewBy(before, value, settings.surgePercent)) return null;
  return { before, after: value, percent, since: iso(since) };
}
