/**
 * The share of time in which it is known whether creators were live, weighted equally, with four digits; null if all
 * were added later.
 */
export function observedIn(rows: { coverage: number | null }[]): number | null {
  const known = rows.flatMap(({ coverage }) => coverage ?? []);
  if (known.length === 0) return null;
  // Shares are counted in whole numbers, as sums of fractions are not exact.
  const sum = known.reduce((all, share) => all + Math.round(share * 10_000), 0);
  return Math.floor(sum / known.length) / 10_000;
}
