import { grewBy, growthPercent } from "./compared-numbers.ts";
import { iso } from "./instant.ts";

/** The resolution of a window: its start is known to an eighth of its length. */
const STEPS = 8;

/** A number at an instant (epoch ms); `most` is the greatest that it may stand for, if it was shortened. */
export type Point = [at: number, value: number, most?: number];

/** What is stored of a number to detect fast growth. */
export interface GrowthState {
  /** Past values, oldest first: at most one before the surge window, and about 8 inside it. */
  points: Point[];
  /** When a surge was last reported, epoch ms. */
  surgedAt: number | null;
}

interface SurgeSettings {
  surgePercent: number;
  surgeWindowSeconds: number;
}

/** The number at the start of the window: the newest point at or before it, otherwise the oldest point. */
function baseOf(points: Point[], windowMs: number, at: number): Point | null {
  return points.findLast(([then]) => then <= at - windowMs) ?? points[0] ?? null;
}

/** Adds a point if an eighth of the window has passed, and drops points that no window needs any more. */
export function withPoint(points: Point[], value: number, windowMs: number, at: number, most?: number): Point[] {
  const last = points.at(-1);
  if (value === 0 || (last !== undefined && at - last[0] < windowMs / STEPS)) return points;
  const base = points.findLastIndex(([then]) => then <= at - windowMs);
  // After a dip, the recovery must not look like a surge.
  const point: [number, number] = [at, Math.max(value, last?.[1] ?? 0)];
  const highest = Math.max(most ?? value, last?.[2] ?? last?.[1] ?? 0);
  return [
    ...points.slice(Math.max(0, base)),
    highest > point[1] ? [...point, Math.min(highest, Number.MAX_VALUE)] : point,
  ];
}

export interface Surge {
  before: number;
  after: number;
  percent: number;
  /** The instant of `before`, ISO 8601. */
  since: string;
}

/**
 * The surge that a value makes; null if there is none, or if one was reported less than a window ago. `least` is what the
 * value is at least.
 */
export function surgeOf(
  { points, surgedAt }: GrowthState,
  value: number,
  settings: SurgeSettings,
  at: number,
  least = value,
): Surge | null {
  const windowMs = settings.surgeWindowSeconds * 1000;
  if (surgedAt !== null && at - surgedAt < windowMs) return null;
  const [since, before, most = before] = baseOf(points, windowMs, at) ?? [at, 0];
  const percent = growthPercent(before, value);
  if (percent === null || !grewBy(most, least, settings.surgePercent)) return null;
  return { before, after: value, percent, since: iso(since) };
}
