/** Thins a line (x, y, x, y …; x ascending) to at most four points per column: first, lowest, highest and last. */
export function thinned(points: readonly number[], column: number): number[] {
  const stored: number[] = [];
  for (let i = 0; i < points.length;) {
    const until = (Math.floor(points[i]! / column) + 1) * column;
    let [next, low, high] = [i, i, i];
    for (; next < points.length && points[next]! < until; next += 2) {
      if (points[next + 1]! < points[low + 1]!) low = next;
      if (points[next + 1]! > points[high + 1]!) high = next;
    }
    const chosen = [...new Set([i, low, high, next - 2])].sort((a, b) => a - b);
    for (const one of chosen) stored.push(points[one]!, points[one + 1]!);
    i = next;
  }
  return stored;
}

/** The points as steps: each value holds until the next. */
export function stepped(points: readonly number[]): number[] {
  const steps = points.slice(0, 2);
  for (let i = 2; i < points.length; i += 2) {
    if (points[i + 1] !== points[i - 1]) steps.push(points[i]!, points[i - 1]!);
    else if (points[i + 3] === points[i + 1]) continue;
    steps.push(points[i]!, points[i + 1]!);
  }
  return steps;
}
