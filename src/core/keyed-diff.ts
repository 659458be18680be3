/** The difference between known and seen rows, by key. */
export interface KeyedDiff<Known, Seen> {
  arrived: [string, Seen][];
  stayed: [string, Known, Seen][];
  absent: [string, Known][];
}

/** Sorts keys into arrived, stayed and absent. The order of rows does not matter. */
export function keyedDiff<Known, Seen>(
  known: Record<string, Known>,
  seen: ReadonlyMap<string, Seen>,
): KeyedDiff<Known, Seen> {
  const diff: KeyedDiff<Known, Seen> = { arrived: [], stayed: [], absent: [] };
  for (const [key, row] of Object.entries(known)) {
    const now = seen.get(key);
    if (now === undefined) diff.absent.push([key, row]);
    else diff.stayed.push([key, row, now]);
  }
  for (const [key, row] of seen) if (!Object.hasOwn(known, key)) diff.arrived.push([key, row]);
  return diff;
}

/** A row that is missing from answers that should contain it. */
export interface Absence {
  times: number;
  /** The first answer without it, epoch ms. */
  firstAt: number;
  /** The last poll that could have seen it, epoch ms. */
  from: number | null;
}

/** Counts one more answer without the row. */
export const missedAgain = (absence: Absence | null, at: number, lastOkAt: number | null): Absence =>
  absence === null ? { times: 1, firstAt: at, from: lastOkAt } : { ...absence, times: absence.times + 1 };
