/** Counts that wait for the next row that is written anyway; an isolate has one set of them. */
const carried: Record<string, number> = {};

/** Adds to a counter. Keys become paths of JSON: what would end one early is left out. */
export function count(name: string, by = 1): void {
  const key = name.replaceAll(/["\\]/g, "_");
  carried[key] = (carried[key] ?? 0) + by;
}

/** The counts of a commit with those that waited: calls, deliveries, queue operations, and what D1 was asked. */
export function withCarried(counts: Record<string, number>): Record<string, number> {
  const all = { ...carried };
  for (const key of Object.keys(carried)) delete carried[key];
  for (const [key, value] of Object.entries(counts)) all[key] = (all[key] ?? 0) + value;
  return all;
}
