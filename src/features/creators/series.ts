import type { SeriesPoint } from "./target-reading.ts";

/** The values of one series between two instants, ascending. Gaps longer than `gapMs` contain a null. */
export function lineOf(
  points: SeriesPoint[],
  name: string,
  { from, to, gapMs }: { from: number; to: number; gapMs: number },
): [at: number, value: number | null][] {
  const line: [number, number | null][] = [];
  let last: number | null = null;
  for (const [at, values] of points) {
    const value = values[name];
    if (value === undefined || at < from || at > to) continue;
    if (last !== null && at - last > gapMs) line.push([last + 1, null]);
    line.push([at, value]);
    last = at;
  }
  return line;
}

/** The names of all series, the most frequently measured first. */
export function seriesIn(points: SeriesPoint[]): string[] {
  const counts = new Map<string, number>();
  for (const [, values] of points) for (const name in values) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}
