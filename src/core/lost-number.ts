import { iso } from "./instant.ts";

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
