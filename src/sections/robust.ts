/** The middle value, or the mean of the two in the middle; null of none. */
export function median(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median absolute deviation, scaled to what a standard deviation would be; 0 of none. */
export function spread(values: number[]): number {
  const middle = median(values) ?? 0;
  return 1.4826 * (median(values.map((value) => Math.abs(value - middle))) ?? 0);
}
