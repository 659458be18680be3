import type { System } from "./system.ts";

/** The Worker's counters, summed over the ledger's rows. Those still in memory come with the next tick. */
export async function counters(system: System): Promise<Record<string, number>> {
  const { results } = await system.db.prepare("SELECT counters FROM tally").all<{ counters: string }>();
  const sum: Record<string, number> = {};
  for (const { counters: text } of results) {
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, number>))
      sum[key] = (sum[key] ?? 0) + value;
  }
  return sum;
}

/** The difference of two readings. */
export const grown = (before: Record<string, number>, after: Record<string, number>, key: string): number =>
  (after[key] ?? 0) - (before[key] ?? 0);
