import type { Anew } from "../../resources/anew.ts";
import type { Step } from "../../resources/step.ts";
import { statementsOf, type Bound } from "./statements.ts";

/**
 * What all steps change, in order. A table that triggers keep up row by row, each time a larger one, is emptied where many rows
 * come, change or go, and filled once when they have.
 */
export function batched(steps: Step[]): Bound[] {
  const anew = new Set(steps.flatMap((step) => anewOf(step) ?? []));
  const rows = (one: Anew) => steps.reduce((sum, step) => sum + (anewOf(step) === one ? rowsOf(step) : 0), 0);
  const many = new Set([...anew].filter((one) => rows(one) >= one.least));
  const empty = [...many].map((one): Bound => ({ sql: one.empty, params: [] }));
  const done = steps.flatMap((step) => {
    const own = anewOf(step);
    const statements = statementsOf(step);
    if (step.do !== "make" || own === null || !many.has(own)) return statements;
    // Triggers begin it again with what is made: it stays as short as what one statement makes.
    return statements.flatMap((one) => [one, { sql: own.empty, params: [] }]);
  });
  return [...empty, ...done, ...[...many].map((one): Bound => ({ sql: one.fill, params: [] }))];
}

const anewOf = (step: Step): Anew | null => ("of" in step ? (step.of.along?.anew ?? null) : null);

function rowsOf(step: Step): number {
  if (step.do === "make") return step.records.length;
  if (step.do === "change") return step.changes.length;
  return step.do === "stand" ? 0 : step.ids.length;
}
