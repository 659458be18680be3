/** The median; null for no values. */
export function median(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median absolute deviation, scaled to a standard deviation; 0 for no values. */
export function spread(values: number[]): number {
  const middle = median(values) ?? 0;
  return 1.4826 * (median(values.map((value) => Math.abs(value - middle))) ?? 0);
}
