import type { JsonObject } from "../core/json.ts";
import { targetKinds } from "./registry.ts";

// Leaves out kinds that can poll any operation, because only their targets know which.
const POLLED = new Set(
  Object.values(targetKinds).flatMap(({ polls, operations }) =>
    polls === undefined ? operations.map(({ name }) => name) : [],
  ),
);

/**
 * Whether every target of some kind is polled by this operation. If a call on request is refused, the breaker of all
 * polls opens for such an operation, and only its own for others.
 */
export const isPolled = (operation: string): boolean => POLLED.has(operation);

/** The operation that polls a target; undefined for an unknown kind. */
export function operationOf({ kind: name, params }: { kind: string; params: JsonObject }): string | undefined {
  const kind = targetKinds[name];
  return kind?.polls?.operation(params) ?? kind?.operations[0]?.name;
}
