import type { Bulk } from "../../resources/bulk.ts";
import type { Step } from "../../resources/step.ts";
import { statementsOf, type Bound } from "./statements.ts";

/**
 * All statements of these steps at an instant (wall clock, epoch ms), in order. Many changed rows disable the triggers, and one update at the end replaces
 * them.
 */
export function batched(steps: Step[], at: number): Bound[] {
  const rows = new Map<Bulk, number>();
  for (const step of steps) {
    const bulk = bulkOf(step);
    if (bulk !== null) rows.set(bulk, (rows.get(bulk) ?? 0) + rowsOf(step));
  }
  const many = [...rows].filter(([{ least }, count]) => count >= least).map(([bulk]) => bulk);
  const alone = (sql: string): Bound => ({ sql, params: [] });
  return [
    ...many.map(({ begin }) => alone(begin)),
    ...steps.flatMap((step) => statementsOf(step, at)),
    ...many.flatMap(({ end }) => end.map(alone)),
  ];
}

const bulkOf = (step: Step): Bulk | null => ("of" in step ? (step.of.sideEffects?.bulk ?? null) : null);

function rowsOf(step: Step): number {
  if (step.do === "make") return step.records.length;
  if (step.do === "change") return step.changes.length;
  return step.do === "remove" || step.do === "clear" ? step.ids.length : 0;
}
