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
