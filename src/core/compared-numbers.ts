import { iso } from "./instant.ts";
import type { Language } from "./language.ts";
import { exactNumber, SHORT_FROM, shortNumber } from "./numbers-as-text.ts";

/** How a number of a row stands in an answer. */
export type NumberRead = "read" | "missing" | "text";

/**
 * The row whose number can no longer be read, of those that had one: if a row has other text now, or most have none. A
 * few without it are no fault. Null if there is none.
 */
export function lostNumber<Row>(had: Row[], readOf: (row: Row) => NumberRead): Row | null {
  const lost = had.filter((row) => readOf(row) !== "read");
  const text = lost.find((row) => readOf(row) === "text");
  return text ?? (lost.length * 2 > had.length ? lost[0]! : null);
}

/** Since when numbers of a row cannot be read, for a snapshot; nothing if all can. */
export function unreadableSince(unreadable: Iterable<number | undefined>): { unreadableSince?: string } {
  const since = [...unreadable].filter((at) => at !== undefined);
  return since.length === 0 ? {} : { unreadableSince: iso(Math.min(...since)) };
}

/**
 * The first answers since which numbers of a row cannot be read, after one at `at`: `lost` are those that it lacks.
 * Undefined if it has all.
 */
export function stillUnreadable<Name extends string>(
  before: Partial<Record<Name, number>> | undefined,
  lost: Name[],
  at: number,
): Partial<Record<Name, number>> | undefined {
  if (lost.length === 0) return undefined;
  return Object.fromEntries(lost.map((name) => [name, before?.[name] ?? at])) as Partial<Record<Name, number>>;
}

/** The last sample of a count that only grows. */
export interface GrowingCount {
  value: number | null;
  /** Consecutive answers far below it. */
  low: number;
}

/** The evaluation of one answer. */
interface WeighedCount {
  /** The current count; null if the answer has none or it is not credible. */
  now: number | null;
  low: number;
  /** True if the count really fell: measurements against the old value start over. */
  fell: boolean;
}

/** Values more than this share below the last sample are doubted. */
const FALL = 0.1;
/** A fall that is seen this many times in a row is accepted. */
const CONFIRM_FALL = 3;

export const noCount: GrowingCount = { value: null, low: 0 };

/**
 * Evaluates an observed count. A drop to 0 is noise; a fall by more than a tenth is accepted with the third answer in a
 * row.
 */
export function weighedCount({ value, low }: GrowingCount, seen: number | null): WeighedCount {
  if (seen === null || (seen === 0 && value !== null && value > 0)) return { now: null, low, fell: false };
  if (value === null || seen >= value * (1 - FALL)) return { now: seen, low: 0, fell: false };
  if (low + 1 < CONFIRM_FALL) return { now: null, low: low + 1, fell: false };
  return { now: seen, low: 0, fell: true };
}

/** Signed growth in percent, to one decimal; null if it starts from zero. */
export const growthPercent = (before: number, after: number): number | null =>
  before > 0 ? Math.round(((after - before) / before) * 1000) / 10 : null;

/** Reports whether `after` is at least `percent` above `before`. */
export const grewBy = (before: number, after: number, percent: number): boolean =>
  before > 0 && after > before && (after - before) * 100 >= percent * before;

/** Digits between the units of short numbers: thousand and million, or 万 and 億. */
const unitDigits = (language: Language): number => (language === "ja" ? 4 : 3);

/** The value that a short text of a number stands for. */
function shortValue(language: Language, value: number): number {
  const size = Math.abs(value);
  if (size < SHORT_FROM) return Math.round(value);
  const digits = unitDigits(language);
  const unit = 10 ** (Math.floor(Math.log10(size) / digits) * digits);
  return Math.round((value * 10) / unit) * (unit / 10);
}

/**
 * Texts of numbers that are compared by their reader, such as a limit and the numbers before and after. They are short
 * ("9,200", "12.3K") if their order can still be read, and have all digits otherwise ("9,977", "10,012").
 */
export function comparedNumbers(language: Language, values: number[]): string[] {
  const isTrue = values.every((one, place) =>
    values
      .slice(place + 1)
      .every((other) => Math.sign(one - other) === Math.sign(shortValue(language, one) - shortValue(language, other))),
  );
  const write = isTrue && values.every((value) => Number.isInteger(value)) ? shortNumber : exactNumber;
  return values.map((value) => write(language, value));
}

/** A number that others passed, which must not look larger or smaller than it is: "10K", "12,280". */
export const passedNumber = (language: Language, value: number): string =>
  shortValue(language, value) === value ? shortNumber(language, value) : exactNumber(language, value);
