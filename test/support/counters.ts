import type { System } from "./system.ts";

/** The counters that the Worker keeps, added up over the tally's rows; what is still carried in memory comes with the next tick. */
export async function counters(system: System): Promise<Record<string, number>> {
  const { results } = await system.db.prepare("SELECT counters FROM tally").all<{ counters: string }>();
  const sum: Record<string, number> = {};
  for (const { counters: text } of results) {
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, number>))
      sum[key] = (sum[key] ?? 0) + value;
  }
  return sum;
}

/** What came in between two readings. */
export const grown = (before: Record<string, number>, after: Record<string, number>, key: string): number =>
  (after[key] ?? 0) - (before[key] ?? 0);
