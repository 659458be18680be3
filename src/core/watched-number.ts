import { DAY_MS } from "./duration.ts";
import { unreadableSince } from "./compared-numbers.ts";
import { leastOf, sideAfter, type Limit, type Measured, type Side } from "./number-limits.ts";
import { surgeOf, withPoint, type GrowthState, type Surge } from "./surge.ts";
import type { NumberRange } from "./written-number.ts";

/** What to report of a number. Several entries may name the same field. */
export interface NumberWatch {
  field: string;
  above?: number | undefined;
  below?: number | undefined;
  surgePercent?: number | undefined;
}

/** Growth is measured over a day. */
const SURGE_SECONDS = DAY_MS / 1000;

/**
 * A number of at least this size that is exactly 0 in the next answer is doubted: services answer 0 when they fail to
 * count. Smaller numbers, such as a stock of 3, reach 0 in ordinary ways.
 */
const DOUBTED_FROM = 10;

/** A successful poll, and the one before it; epoch ms. */
export interface PollTimes {
  at: number;
  lastOkAt: number | null;
}

/** The stored state of a watched number. */
export interface KnownNumber extends GrowthState {
  /** The last value. */
  value: number;
  /** When it was first seen, epoch ms. */
  seenAt: number;
  /** The highest value that is certain, or that was possible at first sight. */
  peak: number;
  /** The first answer since which it cannot be read, epoch ms. */
  unreadableSince?: number;
  /** The poll of a drop to 0 that awaits confirmation. */
  zero?: PollTimes;
  /** By limit, such as `above 1000`. */
  sides: Record<string, Side>;
}

/** The evaluation of one answer. */
export interface WatchedNumber {
  known: KnownNumber;
  /** The limit that was passed, the last one of several; null for none. */
  crossed: Limit | null;
  surge: Surge | null;
  /** True if a sample is needed regardless of time. */
  force: boolean;
  /** True if the answer is not believed yet. Nothing is reported, and the number keeps its value. */
  doubted: boolean;
  /** The poll that saw the value first: this one, or that of a drop to 0 that is now confirmed. */
  seen: PollTimes;
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

/**
 * Compares a number with its stored state (`before`, null if seen for the first time). Nothing is reported for a first
 * value, nor for a new limit until the number has been on its other side. `watch` are the entries for this number.
 *
 * A sudden drop to exactly 0 is believed when the next answer with a number is 0 too; until then it counts as missing.
 * It then has happened when it was first seen. Any other change is believed at once. `range` is what a shortened number
 * stands for: a limit is passed, and growth measured, only where all of it is.
 */
export function watchedNumber(
  before: KnownNumber | null,
  now: number,
  watch: NumberWatch[],
  poll: PollTimes,
  range: NumberRange | null = null,
): WatchedNumber {
  const { at } = poll;
  const measured: Measured = { value: now, range };
  if (before !== null && before.zero === undefined && now === 0 && Math.abs(before.value) >= DOUBTED_FROM) {
    const { unreadableSince: _, ...last } = before;
    const known = { ...last, zero: { at, lastOkAt: poll.lastOkAt } };
    return { known, crossed: null, surge: null, force: false, doubted: true, seen: poll };
  }
  const { zero, unreadableSince, ...start }: KnownNumber = before ?? {
    value: now,
    seenAt: at,
    peak: mostOf(measured),
    sides: {},
    points: [],
    surgedAt: null,
  };
  const sides: Record<string, Side> = {};
  const passed: Limit[] = [];
  for (const limit of limitsOf(watch)) {
    const key = `${limit.way} ${limit.value}`;
    const side = start.sides[key];
    const next = sideAfter(limit, side, measured);
    if (next !== undefined) sides[key] = next;
    if (side === 0 && next === 1) passed.push(limit);
  }
  const surgePercent = surgePercentOf(watch);
  const surge =
    surgePercent === null
      ? null
      : surgeOf(start, now, { surgePercent, surgeWindowSeconds: SURGE_SECONDS }, at, leastOf(measured));
  const notified = surge === null ? {} : { points: [], surgedAt: at };
  const known: KnownNumber = {
    ...start,
    value: now,
    peak: Math.max(start.peak, leastOf(measured)),
    sides,
    ...notified,
  };
  const same = Object.keys(sides).length === Object.keys(start.sides).length;
  const moved = !same || Object.entries(sides).some(([key, side]) => start.sides[key] !== side);
  const force = before === null || moved || surge !== null || unreadableSince !== undefined;
  const seen = zero !== undefined && now === 0 ? zero : poll;
  return { known, crossed: lastOf(passed), surge, force, doubted: false, seen };
}

/** The values of an answer without the numbers that are doubted. */
export const withoutDoubted = <T>(fields: Record<string, T>, doubted: ReadonlySet<string>): Record<string, T> =>
  doubted.size === 0 ? fields : Object.fromEntries(Object.entries(fields).filter(([name]) => !doubted.has(name)));

/** While a number is doubted, it is polled again within this many seconds. */
export const CONFIRM_NUMBER_SECONDS = 60;

/** The limit that was passed last on the way. */
function lastOf(passed: Limit[]): Limit | null {
  const ordered = passed.toSorted((a, b) => a.value - b.value);
  return (passed[0]?.way === "below" ? ordered[0] : ordered.at(-1)) ?? null;
}

/** The greatest whole number that the first sight of a number may stand for. */
const mostOf = ({ value, range }: Measured): number =>
  range === null || range[1] === Infinity ? value : Math.max(value, Math.ceil(range[1]) - 1);

/** The state of a number that an answer lacks, or that cannot be read. It is unknown, not what it was. */
export const unreadable = (known: KnownNumber, at: number): KnownNumber => ({
  ...known,
  unreadableSince: known.unreadableSince ?? at,
});

/** Adds a past point to the stored state; for each sample. */
export function sampledNumber(
  known: KnownNumber,
  now: number,
  watch: NumberWatch[],
  at: number,
  range: NumberRange | null = null,
): KnownNumber {
  const points = surgePercentOf(watch) === null ? [] : withPoint(known.points, now, DAY_MS, at, range?.[1]);
  return { ...known, points };
}

/** The lowest of 1, 2, 5, 10, 20, 50 … above a number. */
export function stepAbove(value: number): number {
  for (let size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1); ; size *= 10) {
    const step = [1, 2, 5].find((one) => one * size > value);
    if (step !== undefined) return step * size;
  }
}

/** The highest of 1, 2, 5, 10, 20, 50 … up to a number; null below 1. */
function stepReached(value: number): number | null {
  if (value < 1) return null;
  const size = 10 ** Math.floor(Math.log10(value));
  // Corrects rounding errors of the logarithm.
  const base = size > value ? size / 10 : size * 10 <= value ? size * 10 : size;
  return base * ([5, 2].find((step) => base * step <= value) ?? 1);
}

/**
 * The milestone that was reached now, the highest of several; null for none. `steps` null means 1, 2 and 5 times each
 * power of ten.
 */
export function milestoneOf(peak: number, now: number, steps: number[] | null): number | null {
  const reached = steps === null ? stepReached(now) : steps.filter((step) => step <= now).toSorted((a, b) => b - a)[0];
  return reached != null && reached > peak ? reached : null;
}

/** Adds the last values of watched numbers to fields; null for those that cannot be read, and for what is missing. */
export const withNumbers = (
  fields: Record<string, string | number>,
  numbers: Record<string, KnownNumber>,
  missing: readonly string[] = [],
): Record<string, string | number | null> => ({
  ...fields,
  ...Object.fromEntries(missing.map((name) => [name, null])),
  ...Object.fromEntries(
    Object.entries(numbers).map(([name, { value, unreadableSince }]) => [
      name,
      unreadableSince === undefined ? value : null,
    ]),
  ),
});

/** Since when some of these numbers cannot be read, for a snapshot; nothing if all can. */
export const unreadableIn = (numbers: Record<string, KnownNumber>): { unreadableSince?: string } =>
  unreadableSince(Object.values(numbers).map(({ unreadableSince }) => unreadableSince));
