import { DAY_MS } from "./duration.ts";
import { surgeOf, withPoint, type Growing, type Surge } from "./surge.ts";

/** What people want to be told of a number. Several entries may name one field. */
export interface NumberWatch {
  field: string;
  above?: number | undefined;
  below?: number | undefined;
  surgePercent?: number | undefined;
}

/** Growth is measured over a day. */
const SURGE_SECONDS = DAY_MS / 1000;

/** So many answers in a row on the other side of a limit, within its margin, and the next crossing is told again. */
const HELD_ANSWERS = 3;

/** Where a number stands to a limit that was looked at: 0 for not past it, 1 for past it, more for how often in a row it was back since. */
type Side = number;

/** What is remembered of a watched number. */
export interface KnownNumber extends Growing {
  /** As last seen. */
  value: number;
  /** When it was seen first, epoch ms. */
  seenAt: number;
  /** The highest that was seen. */
  peak: number;
  /** By limit, such as `above 1000`. */
  sides: Record<string, Side>;
}

interface Limit {
  way: "above" | "below";
  value: number;
}

/** What one answer says of a watched number. */
export interface WatchedNumber {
  known: KnownNumber;
  /** The limit that it passed, the last one of several; null for none. */
  crossed: Limit | null;
  surge: Surge | null;
  /** True where it is time for a sample whatever the time. */
  force: boolean;
}

const limitsOf = (watch: NumberWatch[]): Limit[] =>
  watch.flatMap(({ above, below }) => [
    ...(above === undefined ? [] : [{ way: "above" as const, value: above }]),
    ...(below === undefined ? [] : [{ way: "below" as const, value: below }]),
  ]);

const surgePercentOf = (watch: NumberWatch[]): number | null => {
  const percents = watch.flatMap(({ surgePercent }) => surgePercent ?? []);
  return percents.length === 0 ? null : Math.min(...percents);
};

const isPast = ({ way, value }: Limit, now: number): boolean => (way === "above" ? now > value : now < value);

/** True where a number is a tenth of the limit on the other side of it: a number that wavers around a limit tells once. */
function isClearlyBack({ way, value }: Limit, now: number): boolean {
  const margin = Math.abs(value) / 10;
  return margin > 0 && (way === "above" ? now <= value - margin : now >= value + margin);
}

function sideAfter(limit: Limit, before: Side | undefined, now: number): Side {
  if (isPast(limit, now)) return 1;
  if (before === undefined || before === 0 || isClearlyBack(limit, now) || before >= HELD_ANSWERS) return 0;
  return before + 1;
}

/**
 * Compares a number with what is remembered of it: null where it is seen for the first time, which tells nothing. A limit that
 * was never looked at tells nothing either, until the number is on its other side. `watch` is what is said of this number.
 */
export function watchedNumber(
  before: KnownNumber | null,
  now: number,
  watch: NumberWatch[],
  at: number,
): WatchedNumber {
  const start: KnownNumber = before ?? { value: now, seenAt: at, peak: now, sides: {}, points: [], surgedAt: null };
  const sides: Record<string, Side> = {};
  const passed: Limit[] = [];
  for (const limit of limitsOf(watch)) {
    const key = `${limit.way} ${limit.value}`;
    const side = start.sides[key];
    sides[key] = sideAfter(limit, side, now);
    if (side === 0 && sides[key] === 1) passed.push(limit);
  }
  const surgePercent = surgePercentOf(watch);
  const surge =
    surgePercent === null ? null : surgeOf(start, now, { surgePercent, surgeWindowSeconds: SURGE_SECONDS }, at);
  const told = surge === null ? {} : { points: [], surgedAt: at };
  const known: KnownNumber = { ...start, value: now, peak: Math.max(start.peak, now), sides, ...told };
  const same = Object.keys(sides).length === Object.keys(start.sides).length;
  const moved = !same || Object.entries(sides).some(([key, side]) => start.sides[key] !== side);
  return { known, crossed: lastOf(passed), surge, force: before === null || moved || surge !== null };
}

/** The limit that was passed last on the way. */
function lastOf(passed: Limit[]): Limit | null {
  const ordered = passed.toSorted((a, b) => a.value - b.value);
  return (passed[0]?.way === "below" ? ordered[0] : ordered.at(-1)) ?? null;
}

/** What is remembered with another point of its past: at a sample. */
export function sampledNumber(known: KnownNumber, now: number, watch: NumberWatch[], at: number): KnownNumber {
  const points = surgePercentOf(watch) === null ? [] : withPoint(known.points, now, DAY_MS, at);
  return { ...known, points };
}

/** The highest of 1, 2, 5, 10, 20, 50 … that a number has reached; null below 1. */
function stepReached(value: number): number | null {
  if (value < 1) return null;
  const size = 10 ** Math.floor(Math.log10(value));
  // A logarithm may be a hair too low or too high.
  const base = size > value ? size / 10 : size * 10 <= value ? size * 10 : size;
  return base * ([5, 2].find((step) => base * step <= value) ?? 1);
}

/** The milestone that a number reached now, the highest of several; null for none. `steps`: null for 1, 2 and 5 times each power of ten. */
export function milestoneOf(peak: number, now: number, steps: number[] | null): number | null {
  const reached = steps === null ? stepReached(now) : steps.filter((step) => step <= now).toSorted((a, b) => b - a)[0];
  return reached != null && reached > peak ? reached : null;
}

/** Fields with the numbers that are watched as they were seen last. */
export const withNumbers = <T>(fields: Record<string, T>, numbers: Record<string, KnownNumber>) => ({
  ...fields,
  ...Object.fromEntries(Object.entries(numbers).map(([name, { value }]) => [name, value])),
});
